import { execFile } from "node:child_process";
import { cleanEnvironment } from "./app-process.ts";

export interface CommandEnd {
  code: number;
  /** What it said, on both streams. */
  text: string;
}

/** Runs one of the commands backup, verify and restore on a data folder, to its end. */
export function runKeepCommand(
  name: "backup" | "verify" | "restore",
  dataFolder: string,
  ...args: string[]
): Promise<CommandEnd> {
  const env = { ...cleanEnvironment(), LONGHAND_DATA: dataFolder };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [`.ci/${name}.ts`, ...args], { env }, (error, stdout, stderr) => {
      const code = error ? error.code : 0;
      if (typeof code === "number") resolve({ code, text: stdout + stderr });
      else reject(error);
    });
  });
}
