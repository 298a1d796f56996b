/** What `GET /api/storage` answers. Times are milliseconds since 1970, sizes are bytes. */
export interface StorageView {
  dataFolder: string;
  counts: {
    workspaces: number;
    chats: number;
    subagents: number;
    messages: number;
    requests: number;
    blobs: number;
  };
  bytes: {
    database: number;
    blobs: number;
    /** Of those in the data folder. */
    workspaces: number;
    backups: number;
    /** On the disk of the data folder. */
    free: number;
  };
  /** When the sizes were measured. */
  measuredAt: number;
  /** True when a folder was too large to be measured in the time there is: its size is at least what is said. */
  partial: boolean;
  /** The last `npm run backup`; absent when there was none. */
  backup?: LastBackup;
  /** The last `npm run verify`; absent when there was none. */
  verification?: LastVerification;
}

export interface LastBackup {
  at: number;
  file: string;
  bytes: number;
  /** Its file is not there any more. */
  missing?: true;
}

export interface LastVerification {
  at: number;
  ok: boolean;
  /** The first ones, in English; they name ids. */
  problems: string[];
  problemCount: number;
  /** How much was looked at, by kind. */
  checked: Record<string, number>;
}
