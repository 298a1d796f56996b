import { readFile } from "node:fs/promises";
import path from "node:path";
import { NO_FILTER } from "./migrate.ts";
import { openSchemaEngine } from "./schema-engine.ts";

/** The SQL that leads from a database to `prisma/schema.prisma`; undefined when it is there already. */
export async function schemaDifference(databaseUrl: string): Promise<string | undefined> {
  const schema = path.resolve("prisma/schema.prisma");
  const files = [{ path: schema, content: await readFile(schema, "utf8") }];
  const engine = await openSchemaEngine(databaseUrl);
  try {
    const { exitCode, stdout } = await engine.diff({
      from: { tag: "schemaDatasource", files, configDir: path.dirname(schema) },
      to: { tag: "schemaDatamodel", files },
      script: true,
      exitCode: true,
      filters: NO_FILTER,
    });
    // 2 means that there is a difference.
    return exitCode === 2 ? (stdout ?? undefined) : undefined;
  } finally {
    engine.free();
  }
}
