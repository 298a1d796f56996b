import { z } from "zod";

export const FORMAT = "longhand-backup";
export const MANIFEST = "manifest.json";
/** Everything of the data folder is below it. */
export const DATA = "data/";

const file = z.object({
  /** Below the data folder, with `/`. */
  path: z.string(),
  bytes: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** It was written to while it was read: the copy is of no one moment. */
  changed: z.literal(true).optional(),
});

/** Last entry of an archive, so an archive without it is not whole. */
export const manifestShape = z.object({
  format: z.literal(FORMAT),
  version: z.literal(1),
  /** Milliseconds since 1970. */
  createdAt: z.number(),
  /** Where the data was: its own path, and the one with links resolved. */
  dataFolder: z.string(),
  realDataFolder: z.string(),
  /** Migrations that its database has seen. */
  migrations: z.array(z.string()),
  files: z.array(file),
  folders: z.array(z.string()),
  links: z.array(z.object({ path: z.string(), target: z.string() })),
  /** What could not be copied, and why. */
  leftOut: z.array(z.object({ path: z.string(), why: z.string() })),
  /** Workspaces outside the data folder: only their place is kept. */
  elsewhere: z.array(z.object({ id: z.string(), name: z.string(), path: z.string() })),
  counts: z.record(z.string(), z.number()),
});

export type Manifest = z.infer<typeof manifestShape>;
export type ManifestFile = z.infer<typeof file>;
