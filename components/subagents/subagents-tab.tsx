"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useSubagents } from "#components/api/use-chat.ts";
import { LoadFailure } from "#components/ui/load-failure.tsx";
import { SkeletonLines } from "#components/ui/skeleton.tsx";
import { SubagentFacts } from "./subagent-facts.tsx";
import { SubagentIcon } from "./subagent-icon.tsx";

/** Every subagent that was ever started in a chat. */
export function SubagentsTab({ chatId, currentId }: { chatId: string; currentId?: string }) {
  const t = useTranslations("subagents");
  const { data: subagents, error, refetch } = useSubagents(chatId);
  if (error && !subagents) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  if (!subagents)
    return (
      <div className="p-4">
        <SkeletonLines widths={["w-3/4", "w-1/2", "w-2/3"]} />
      </div>
    );
  if (subagents.length === 0) return <p className="p-4 text-muted-foreground text-sm">{t("empty")}</p>;
  return (
    <ul className="divide-y">
      {subagents.map((subagent) => (
        <li key={subagent.id}>
          <Link
            href={`/chats/${subagent.id}`}
            aria-current={subagent.id === currentId ? "page" : undefined}
            className="flex items-center gap-3 px-4 py-3 hover:bg-muted aria-[current=page]:bg-muted"
          >
            <SubagentIcon status={subagent.status} />
            <span className="min-w-0 flex-1">
              <span className="block truncate text-sm">{subagent.title}</span>
              <SubagentFacts subagent={subagent} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
