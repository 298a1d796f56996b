import type { AgentTool } from "../types.ts";
import { editFile } from "./edit-file.ts";
import { findFiles } from "./find-files.ts";
import { listFiles } from "./list-files.ts";
import { readFile } from "./read-file.ts";
import { runCommand } from "./run-command.ts";
import { runSubagent } from "./run-subagent.ts";
import { searchFiles } from "./search-files.ts";
import { updatePlan } from "./update-plan.ts";
import { writeFile } from "./write-file.ts";

const WORK_TOOLS = [readFile, writeFile, editFile, listFiles, findFiles, searchFiles, runCommand, updatePlan];

/** In the order in which they are sent; the order is part of the request's beginning and must not change from call to call. */
export const MAIN_TOOLS: readonly AgentTool[] = [...WORK_TOOLS, runSubagent];
/** A subagent starts no further ones. */
export const SUBAGENT_TOOLS: readonly AgentTool[] = WORK_TOOLS;
