import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/** A line between two parties on this machine that can be cut, closed and held up. */
export interface CutProxy {
  port: number;
  /** Destroys every open connection; answers how many there were. */
  cut(): number;
  /** New connections are destroyed for a while, as when the network is down. */
  refuse(milliseconds: number): void;
  /** Nothing gets through in either direction for a while, on new connections neither. */
  stall(milliseconds: number): void;
  close(): Promise<void>;
}

interface Line {
  client: Socket;
  target: Socket;
}

/** @param targetPort on 127.0.0.1 */
export async function startCutProxy(targetPort: number): Promise<CutProxy> {
  const lines = new Set<Line>();
  let refusedUntil = 0;
  let stalls = 0;
  const server = createServer((client) => {
    if (Date.now() < refusedUntil) return void client.destroy();
    const line = { client, target: connect(targetPort, "127.0.0.1") };
    lines.add(line);
    for (const socket of [line.client, line.target]) {
      socket.setNoDelay(true);
      socket.on("error", () => undefined);
      socket.on("close", () => end(line));
    }
    if (stalls === 0) join(line);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the proxy has no port");

  function end(line: Line) {
    lines.delete(line);
    line.client.destroy();
    line.target.destroy();
  }
  function cut(): number {
    const open = lines.size;
    for (const line of lines) end(line);
    return open;
  }
  return {
    port: address.port,
    cut,
    refuse(milliseconds) {
      refusedUntil = Math.max(refusedUntil, Date.now() + milliseconds);
    },
    stall(milliseconds) {
      stalls++;
      for (const line of lines) part(line);
      void delay(milliseconds).then(() => {
        stalls--;
        if (stalls === 0) for (const line of lines) join(line);
      });
    },
    async close() {
      const closed = once(server, "close");
      server.close();
      cut();
      await closed;
    },
  };
}

function join({ client, target }: Line) {
  client.pipe(target);
  target.pipe(client);
}

function part({ client, target }: Line) {
  client.unpipe(target).pause();
  target.unpipe(client).pause();
}
