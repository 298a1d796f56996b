import { z } from "zod";
import { defineTool, failed, succeeded } from "./define-tool.ts";

export const writeFile = defineTool({
  name: "write_file",
  description: "Write a text file whole, exactly as given. Folders are made as needed; an existing file is replaced.",
  input: z.object({ path: z.string().min(1), content: z.string() }),
  resume: "unknown",
  async run({ path, content }, { workspace }) {
    const written = await workspace.write(path, content);
    if (!written.ok) return failed(written.reason);
    return succeeded(`${written.value.created ? "Created" : "Replaced"} ${path} (${written.value.bytes} bytes).`);
  },
});
