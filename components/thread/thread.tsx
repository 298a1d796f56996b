"use client";

import { ArrowDown } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { type ReactNode, useMemo, useRef } from "react";
import { useStickToBottom } from "use-stick-to-bottom";
import { Button } from "#components/ui/button.tsx";
import { LoadFailure } from "#components/ui/load-failure.tsx";
import { SkeletonLines } from "#components/ui/skeleton.tsx";
import type { ChatView, MessageView } from "#lib/store/views.ts";
import { Announcer } from "./announcer.tsx";
import { useBranchActions } from "./branch-context.ts";
import { EarlierRows } from "./earlier-rows.tsx";
import { groupTurns, type Turn } from "./group-turns.ts";
import type { RowLog } from "./live/row-log.ts";
import { useRows, useSettle } from "./live/use-thread.tsx";
import { LiveTail } from "./live-tail.tsx";
import { ThreadEnding } from "./thread-ending.tsx";
import { TurnView } from "./turn-view.tsx";
import { useFollowResize } from "./use-follow-resize.ts";
import { useKeepPlace } from "./use-keep-place.ts";

interface ThreadProps {
  chat: ChatView;
  /** Id of the message that `children` shows before it is a row. */
  pendingId?: string;
  children?: ReactNode;
}

/** Everything that was said, oldest first; it follows the newest line while the reader is there. */
export function Thread({ chat, pendingId, children }: ThreadProps) {
  const t = useTranslations("thread");
  const { data: log, error, refetch } = useRows(chat.id);
  const { scrollRef, contentRef, isAtBottom, scrollToBottom, state } = useStickToBottom(AT_ONCE);
  const rows = log?.rows ?? NO_ROWS;
  useSettle(rows, chat.status === "running");
  useKeepPlace(scrollRef, rows[0]?.seq);
  useFollowResize(scrollRef, () => state.isAtBottom && void scrollToBottom("instant"));

  if (!log) return <ThreadWait error={error} onRetry={() => void refetch()} />;
  return (
    <div className="relative min-h-0 flex-1">
      <section
        ref={scrollRef}
        role="log"
        aria-label={t("label")}
        aria-live="off"
        className="scroll-quiet h-full overflow-y-auto focus-visible:outline-offset-[-2px]"
      >
        <div ref={contentRef} className="mx-auto w-full max-w-3xl px-4 pt-4">
          <EarlierRows chatId={chat.id} before={log.before} />
          {log.before === undefined && chat.continuedFrom && (
            <ChatLink to={chat.continuedFrom}>{t("continuedFrom")}</ChatLink>
          )}
          <Turns chat={chat} rows={rows} pendingId={pendingId} afterLeaf={log.afterLeaf}>
            {children}
          </Turns>
          {chat.continuedTo && <ChatLink to={chat.continuedTo}>{t("continuedTo")}</ChatLink>}
        </div>
      </section>
      {!isAtBottom && <JumpButton onClick={() => void scrollToBottom("instant")} />}
      <Announcer status={chat.status} />
    </div>
  );
}

const AT_ONCE = { initial: "instant", resize: "instant" } as const;
const NO_ROWS: readonly MessageView[] = [];

interface TurnsProps {
  chat: ChatView;
  rows: readonly MessageView[];
  pendingId: string | undefined;
  afterLeaf: RowLog["afterLeaf"];
  children: ReactNode;
}

/** The stored turns, then a message that is not one yet, then what streams and how it ended. */
function Turns({ chat, rows, pendingId, afterLeaf, children }: TurnsProps) {
  const t = useTranslations("thread");
  const turns = useTurns(rows);
  const rowIds = useMemo(() => new Set(rows.map(({ id }) => id)), [rows]);
  const isPendingShown = pendingId !== undefined && !rowIds.has(pendingId);
  const tailInTurn = turns.length > 0 && !isPendingShown;
  const tail = (
    <>
      {chat.status !== "running" && afterLeaf && <OtherAnswers ids={afterLeaf} />}
      <LiveTail rowIds={rowIds} />
      <ThreadEnding chat={chat} lastRow={rows.at(-1)} />
    </>
  );
  return (
    <>
      {turns.map((turn, index) => {
        const isLast = index === turns.length - 1;
        return (
          <TurnView key={turn.key} turn={turn} isLast={isLast}>
            {isLast && tailInTurn && tail}
          </TurnView>
        );
      })}
      {turns.length === 0 && !isPendingShown && chat.status === "idle" && (
        <p className="text-muted-foreground">{t("empty")}</p>
      )}
      {isPendingShown && children}
      {!tailInTurn && tail}
    </>
  );
}

/** The question is shown without an answer, and there is one on another branch. */
function OtherAnswers({ ids }: { ids: readonly string[] }) {
  const t = useTranslations("thread");
  const { canChange, choose } = useBranchActions();
  const newest = ids.at(-1);
  return (
    <p className="flex flex-wrap items-center gap-3 pb-3 text-muted-foreground text-sm">
      <span>{t("otherAnswers", { count: ids.length })}</span>
      <Button look="link" size="inline" disabled={!canChange} onClick={() => newest && choose(newest)}>
        {t("showOtherAnswer")}
      </Button>
    </p>
  );
}

function ThreadWait({ error, onRetry }: { error: Error | null; onRetry(): void }) {
  return (
    <div className="mx-auto w-full max-w-3xl flex-1 px-4 pt-6">
      {error ? <LoadFailure error={error} onRetry={onRetry} /> : <SkeletonLines widths={["w-2/5", "w-4/5", "w-3/4"]} />}
    </div>
  );
}

function JumpButton({ onClick }: { onClick(): void }) {
  const t = useTranslations("thread");
  return (
    <Button
      size="small"
      className="absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full bg-card shadow-sm"
      onClick={onClick}
    >
      <ArrowDown /> {t("jump")}
    </Button>
  );
}

function useTurns(rows: Parameters<typeof groupTurns>[0]): Turn[] {
  const previous = useRef<Turn[]>([]);
  return useMemo(() => {
    previous.current = groupTurns(rows, previous.current);
    return previous.current;
  }, [rows]);
}

function ChatLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <p className="pb-6 text-center text-sm">
      <Link href={`/chats/${to}`} className="text-muted-foreground underline underline-offset-4 hover:text-foreground">
        {children}
      </Link>
    </p>
  );
}
