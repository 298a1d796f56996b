import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { type MigrationList, openSchemaEngine } from "./schema-engine.ts";

export const NO_FILTER = { externalTables: [], externalEnums: [] };

/** Applies the migrations that the database has not seen yet, and answers their names. A second run applies nothing. */
export async function migrate(databaseUrl: string, migrations?: MigrationList): Promise<string[]> {
  const engine = await openSchemaEngine(databaseUrl);
  try {
    const migrationsList = migrations ?? (await readMigrations());
    const applied = await engine.applyMigrations({ migrationsList, filters: NO_FILTER });
    return applied.appliedMigrationNames;
  } finally {
    engine.free();
  }
}

/** The committed migrations. The app is always started in the project's root. */
export async function readMigrations(folder = path.resolve("prisma/migrations")): Promise<MigrationList> {
  const entries = await readdir(/*turbopackIgnore: true*/ folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const lock = await readFile(path.join(/*turbopackIgnore: true*/ folder, "migration_lock.toml"), "utf8").catch(
    () => null,
  );
  return {
    baseDir: folder,
    lockfile: { path: "migration_lock.toml", content: lock },
    shadowDbInitScript: "",
    migrationDirectories: await Promise.all(
      names.sort().map(async (name) => ({
        path: name,
        migrationFile: {
          path: "migration.sql",
          content: { tag: "ok" as const, value: await readFile(path.join(folder, name, "migration.sql"), "utf8") },
        },
      })),
    ),
  };
}
