// npm run up: from a bare clone to a running app.
import { buildIfNeeded, installIfNeeded, run } from "./steps.mjs";

await installIfNeeded();
await buildIfNeeded();
process.exit(await run("npm", ["run", "--silent", "start"]));
