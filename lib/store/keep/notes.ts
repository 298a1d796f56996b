import { z } from "zod";

/** Settings in which the commands leave for the storage page what was done last. */
export const BACKUP_NOTE = "storage:backup";
export const VERIFICATION_NOTE = "storage:verification";

export const backupNote = z.object({ at: z.number(), file: z.string(), bytes: z.number() });
export const verificationNote = z.object({
  at: z.number(),
  ok: z.boolean(),
  problems: z.array(z.string()),
  problemCount: z.number(),
  checked: z.record(z.string(), z.number()),
});
