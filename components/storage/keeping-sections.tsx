"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { useFormat } from "#components/ui/use-format.ts";
import type { LastBackup, LastVerification, StorageView } from "#lib/store/storage-types.ts";

const SHOWN_PROBLEMS = 5;

/** Back up, check, restore: what was done last, and the commands. */
export function KeepingSections({ storage: { backup, verification } }: { storage: StorageView }) {
  const t = useTranslations("storage");
  return (
    <div className="space-y-6 border-t pt-6">
      <Section title={t("backup")} how={t("backupHow")} command="npm run backup">
        <BackupState backup={backup} />
      </Section>
      <Section title={t("verify")} how={t("verifyHow")} command="npm run verify">
        <VerificationState verification={verification} />
      </Section>
      <Section
        title={t("restore")}
        how={t("restoreHow")}
        command={`npm run restore -- ${backup && !backup.missing ? quote(backup.file) : t("restoreArchive")}`}
      />
      <p className="text-muted-foreground text-sm">{t("where")}</p>
    </div>
  );
}

interface SectionProps {
  title: string;
  how: string;
  command: string;
  children?: ReactNode;
}

function Section({ title, how, command, children }: SectionProps) {
  const t = useTranslations("storage");
  return (
    <section className="space-y-1.5 text-sm">
      <h2 className="font-medium">{title}</h2>
      {children}
      <p className="text-muted-foreground">{how}</p>
      <div className="flex items-start gap-1 rounded-lg bg-muted/60 py-1 pr-1 pl-3">
        <code className="min-w-0 flex-1 break-all py-1.5 text-[13px]">{command}</code>
        <CopyButton text={command} label={t("copyCommand")} />
      </div>
    </section>
  );
}

function BackupState({ backup }: { backup: LastBackup | undefined }) {
  const t = useTranslations("storage");
  const format = useFormat();
  if (!backup) return <p>{t("backupNone")}</p>;
  return (
    <>
      <p>{t("backupLast", { date: format.date(backup.at), size: format.bytes(backup.bytes) })}</p>
      {backup.missing ? (
        <p className="text-attention">{t("backupMissing", { file: backup.file })}</p>
      ) : (
        <p className="break-all text-muted-foreground text-xs">{backup.file}</p>
      )}
    </>
  );
}

function VerificationState({ verification }: { verification: LastVerification | undefined }) {
  const t = useTranslations("storage");
  const format = useFormat();
  if (!verification) return <p>{t("verifyNone")}</p>;
  const { at, ok, problems, problemCount } = verification;
  if (ok) return <p>{t("verifyOk", { date: format.date(at) })}</p>;
  return (
    <>
      <p className="text-attention">{t("verifyBad", { date: format.date(at), count: problemCount })}</p>
      <ul className="list-disc space-y-0.5 pl-5 text-muted-foreground text-xs">
        {problems.slice(0, SHOWN_PROBLEMS).map((problem) => (
          <li key={problem} className="break-all">
            {problem}
          </li>
        ))}
      </ul>
    </>
  );
}

/** For a shell. */
function quote(file: string): string {
  return /^[\w@%+=:,./-]+$/.test(file) ? file : `'${file.replaceAll("'", "'\\''")}'`;
}
