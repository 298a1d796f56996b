import path from "node:path";

/** Whether a place is inside a folder, by their names alone. */
export function isBelow(folder: string, place: string): boolean {
  const relative = path.relative(folder, place);
  return relative !== "" && relative !== ".." && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}
