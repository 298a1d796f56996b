export { listFolder } from "./list-folder.ts";
export { type OpenFile, openFile } from "./open-file.ts";
export { openWorkspace, type WorkspaceOptions } from "./open-workspace.ts";
export { seedSampleWorkspace } from "./seed-sample-workspace.ts";
export type * from "./types.ts";
