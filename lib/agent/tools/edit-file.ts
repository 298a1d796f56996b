import { z } from "zod";
import { defineTool, failed, succeeded } from "./define-tool.ts";

export const editFile = defineTool({
  name: "edit_file",
  description:
    "Replace a piece of text in a file. old_text must match exactly and occur once, unless replace_all is true. The file keeps its line ends.",
  input: z.object({
    path: z.string().min(1),
    old_text: z.string().min(1),
    new_text: z.string(),
    replace_all: z.boolean().default(false),
  }),
  resume: "unknown",
  async run({ path, old_text, new_text, replace_all }, { workspace }) {
    const edited = await workspace.edit(path, { oldText: old_text, newText: new_text, replaceAll: replace_all });
    if (!edited.ok) return failed(edited.reason);
    const { replaced, firstLine } = edited.value;
    return succeeded(`Edited ${path}: ${replaced} ${replaced === 1 ? "place" : "places"}, first at line ${firstLine}.`);
  },
});
