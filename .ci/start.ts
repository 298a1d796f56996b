/** Starts the built app on the address of HOST and PORT, after the environment has been checked. `--dev`: with reloading. */
import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { parseEnv } from "../lib/env.ts";

const mode = process.argv.includes("--dev") ? "dev" : "start";

try {
  const env = parseEnv(process.env);
  const port = await freePort(env.host, env.port);
  const name = env.host.includes(":") ? `[${env.host}]` : env.host;
  process.stdout.write(`\n  Longhand   http://${name}:${port}\n  Data       ${env.dataFolder}\n`);
  process.stdout.write(
    `  Model      ${env.provider ? `${env.provider.model} at ${env.provider.baseURL}` : "Practice model, no key needed"}\n\n`,
  );
  startNext(env.host, port);
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n\n`);
  process.exitCode = 1;
}

function startNext(host: string, port: number) {
  const environment = {
    ...process.env,
    PORT: String(port),
    NEXT_TELEMETRY_DISABLED: "1",
    // The app ends its runs by itself before the process ends.
    NEXT_MANUAL_SIG_HANDLE: "true",
  };
  const args = ["node_modules/next/dist/bin/next", mode, "-H", host, "-p", String(port)];
  const server = spawn(process.execPath, args, { stdio: "inherit", env: environment });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => server.kill(signal));
  server.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

/** Says plainly when the port is taken. Port 0 means any free one. */
function freePort(host: string, port: number): Promise<number> {
  const probe = createServer();
  return new Promise((resolve, reject) => {
    probe.once("error", (error: NodeJS.ErrnoException) => {
      const taken = `Port ${port} is used by another program. Set PORT to another number, for example PORT=${port + 1} npm run up.`;
      reject(
        error.code === "EADDRINUSE" ? new Error(taken) : new Error(`HOST ${host} cannot be used: ${error.message}`),
      );
    });
    probe.listen(port, host, () => {
      const address = probe.address();
      const chosen = typeof address === "object" && address ? address.port : port;
      probe.close(() => resolve(chosen));
    });
  });
}
