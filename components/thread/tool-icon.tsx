import {
  Ban,
  Bot,
  CircleAlert,
  FilePen,
  FilePlus,
  FileSearch,
  FileText,
  FolderTree,
  ListChecks,
  type LucideIcon,
  Search,
  SquareTerminal,
  Wrench,
} from "lucide-react";
import { Spinner } from "#components/ui/spinner.tsx";
import type { CallState } from "./tool-call.ts";

const ICONS: Record<string, LucideIcon> = {
  read_file: FileText,
  write_file: FilePlus,
  edit_file: FilePen,
  list_files: FolderTree,
  find_files: FileSearch,
  search_files: Search,
  run_command: SquareTerminal,
  update_plan: ListChecks,
  run_subagent: Bot,
};

export function ToolIcon({ toolName, state }: { toolName: string; state: CallState }) {
  if (state === "running" || state === "preparing") return <Spinner className="shrink-0 text-primary" />;
  if (state === "failed") return <CircleAlert aria-hidden className="size-4 shrink-0 text-failure" />;
  if (state === "stopped" || state === "interrupted")
    return <Ban aria-hidden className="size-4 shrink-0 text-attention" />;
  const Icon = Object.hasOwn(ICONS, toolName) ? (ICONS[toolName] ?? Wrench) : Wrench;
  return <Icon aria-hidden className="size-4 shrink-0 text-muted-foreground" />;
}
