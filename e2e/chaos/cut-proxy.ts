import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A line between two parties on this machine that can be cut, closed and held up. */
export interface CutProxy {
  port: number;
  /** Destroys every open connection; answers how many there were. */
  cut(): number;
  /** New connections are destroyed for a while, as when the network is down. */
  refuse(milliseconds: number): void;
  /** Nothing gets through in either direction for a while. */
  stall(milliseconds: number): void;
  close(): Promise<void>;
}

/** @param targetPort on 127.0.0.1 */
export async function startCutProxy(targetPort: number): Promise<CutProxy> {
  const sockets = new Set<Socket>();
  let refusedUntil = 0;
  const server = createServer((client) => {
    if (Date.now() < refusedUntil) return void client.destroy();
    const target = connect(targetPort, "127.0.0.1");
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(from);
      from.setNoDelay(true);
      from.on("error", () => undefined);
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the proxy has no port");

  function cut(): number {
    const open = sockets.size;
    for (const socket of sockets) socket.destroy();
    return open;
  }
  return {
    port: address.port,
    cut,
    refuse(milliseconds) {
      refusedUntil = Date.now() + milliseconds;
    },
    stall(milliseconds) {
      const held = [...sockets];
      for (const socket of held) socket.pause();
      setTimeout(() => {
        for (const socket of held) socket.resume();
      }, milliseconds);
    },
    async close() {
      const closed = once(server, "close");
      server.close();
      cut();
      await closed;
    },
  };
}
