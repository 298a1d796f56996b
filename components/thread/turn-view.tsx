"use client";

import { useTranslations } from "next-intl";
import { memo, type ReactNode, useId } from "react";
import { classNames } from "#components/ui/class-names.ts";
import { useFormat } from "#components/ui/use-format.ts";
import type { MessageView } from "#lib/store/views.ts";
import type { Turn } from "./group-turns.ts";
import { HandoffCard } from "./handoff-card.tsx";
import { StepView } from "./step-view.tsx";
import { UserMessage } from "./user-message.tsx";

/** One turn. Old turns cost no layout while they are out of view; the newest one is always laid out. */
export const TurnView = memo(function TurnView({ turn, isLast, children }: TurnViewProps) {
  const heading = useId();
  const answer = answerOf(turn);
  return (
    <article
      aria-labelledby={heading}
      className={classNames("space-y-2 pb-8", !isLast && "turn-out-of-view")}
      data-turn={turn.id}
    >
      <TurnHeading id={heading} turn={turn} />
      {turn.opener && <OpenerView row={turn.opener} />}
      {turn.items.length > 0 && (
        <div className="space-y-3">
          {turn.items.map((row) =>
            row.role === "user" ? (
              <UserMessage key={row.id} row={row} />
            ) : (
              <StepView key={row.id} row={row} results={turn.results} isAnswer={row === answer} />
            ),
          )}
        </div>
      )}
      {children}
    </article>
  );
});

/** The step that the turn ends with, when it is one that calls nothing. */
function answerOf({ items }: Turn): MessageView | undefined {
  const last = items.at(-1);
  const isAnswer = last?.role === "assistant" && last.onPath && last.content.every((part) => part.type !== "tool-call");
  return isAnswer ? last : undefined;
}

interface TurnViewProps {
  turn: Turn;
  isLast: boolean;
  children?: ReactNode;
}

function OpenerView({ row }: { row: MessageView }) {
  return row.kind === "handoff" ? <HandoffCard row={row} /> : <UserMessage row={row} />;
}

/** Lets a screen reader walk from turn to turn. */
function TurnHeading({ id, turn }: { id: string; turn: Turn }) {
  const t = useTranslations("thread");
  const format = useFormat();
  const first = turn.opener ?? turn.items[0];
  const who =
    turn.opener?.kind === "person" ? t("you") : turn.opener?.kind === "handoff" ? t("handoff") : t("assistant");
  return (
    <h3 id={id} className="sr-only">
      {who} {first && format.time(first.createdAt)}
    </h3>
  );
}
