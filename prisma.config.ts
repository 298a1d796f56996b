import { defineConfig } from "prisma/config";

// `prisma generate` would first download the native schema engine, which it never runs. Naming any existing file spares
// the download, so that installing also works where only the package registry is reachable.
if (process.argv.includes("generate")) process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

export default defineConfig({ schema: "prisma/schema.prisma" });
