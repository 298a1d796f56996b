import { readFile } from "node:fs/promises";
import path from "node:path";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import * as engine from "@prisma/schema-engine-wasm/schema_engine_bg";
import { OneConnection } from "./one-connection.ts";

export type SchemaEngine = engine.SchemaEngine;
export type MigrationList = Parameters<SchemaEngine["applyMigrations"]>[0]["migrationsList"];

let loaded: Promise<void> | undefined;

/**
 * Prisma's own schema engine as WebAssembly: nothing is downloaded, and `prisma migrate` understands its bookkeeping.
 * The caller frees it.
 */
export async function openSchemaEngine(databaseUrl: string): Promise<SchemaEngine> {
  loaded ??= load();
  await loaded;
  const schemaFile = path.resolve("prisma/schema.prisma");
  const adapter = bindMigrationAwareSqlAdapterFactory(new OneConnection({ url: databaseUrl }));
  return engine.SchemaEngine.new({ datamodels: [[schemaFile, await readFile(schemaFile, "utf8")]] }, () => {}, adapter);
}

/** By hand, because the package's own entry imports the `.wasm` as a module, which not every loader can. */
async function load(): Promise<void> {
  const file = path.resolve("node_modules/@prisma/schema-engine-wasm/schema_engine_bg.wasm");
  const { instance } = await WebAssembly.instantiate(await readFile(file), { "./schema_engine_bg.js": { ...engine } });
  engine.__wbg_set_wasm(instance.exports);
  const start = instance.exports.__wbindgen_start;
  if (typeof start === "function") start();
}
