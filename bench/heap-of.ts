/** Memory of a process after a forced collection, in bytes. */
export interface Memory {
  heap: number;
  /** The heap and the buffers outside it. */
  held: number;
  rss: number;
}

/** Asks a Node process that was started with `--inspect`, whose address is in the line that it printed. */
export async function heapOf(logLines: readonly string[]): Promise<Memory> {
  const address = logLines.findLast((line) => line.includes("Debugger listening on"))?.split("listening on ")[1];
  if (!address) throw new Error("the process does not listen for an inspector");
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  try {
    await call(socket, 1, "HeapProfiler.collectGarbage", {});
    const expression = "JSON.stringify(process.memoryUsage())";
    const answer = await call(socket, 2, "Runtime.evaluate", { expression, returnByValue: true });
    const { heapUsed, external, rss } = JSON.parse(answer.result.value) as NodeJS.MemoryUsage;
    return { heap: heapUsed, held: heapUsed + external, rss };
  } finally {
    socket.close();
  }
}

function call(socket: WebSocket, id: number, method: string, params: object): Promise<{ result: { value: string } }> {
  return new Promise((resolve) => {
    const take = ({ data }: MessageEvent) => {
      const message = JSON.parse(String(data)) as { id?: number; result: { result: { value: string } } };
      if (message.id !== id) return;
      socket.removeEventListener("message", take);
      resolve(message.result);
    };
    socket.addEventListener("message", take);
    socket.send(JSON.stringify({ id, method, params }));
  });
}
