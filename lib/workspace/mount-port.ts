import type { MessagePort } from "node:worker_threads";
import type { VirtualFile, VirtualMount } from "./types.ts";

/**
 * Mounts as a worker thread sees them: every call is a question to the main thread, asked only when something is read.
 * What the log holds is neither copied into the worker nor put into its reach beyond these three questions.
 */
type Question =
  | { about: "list"; prefix: string }
  | { about: "open"; prefix: string; name: string }
  | { about: "read"; prefix: string; name: string; start: number; end: number };

type Answer = { ok: true; value: unknown } | { ok: false };

/** Answers a worker until its port closes. Faults reach the worker without their text: it may name what is not shown. */
export function serveMounts(port: MessagePort, mounts: readonly VirtualMount[]): void {
  port.on("message", async ({ id, question }: { id: number; question: Question }) => {
    const answer: Answer = await answerQuestion(mounts, question).then(
      (value) => ({ ok: true, value }),
      () => ({ ok: false }),
    );
    port.postMessage({ id, answer });
  });
  port.unref();
}

async function answerQuestion(mounts: readonly VirtualMount[], question: Question): Promise<unknown> {
  const mount = mounts.find(({ prefix }) => prefix === question.prefix);
  if (mount === undefined) return undefined;
  if (question.about === "list") return mount.list();
  const file = await mount.open(question.name);
  if (question.about === "open" || file === undefined) return file?.bytes;
  return file.read(question.start, question.end);
}

/** The other end, inside the worker. */
export function connectMounts(port: MessagePort, prefixes: readonly string[]): VirtualMount[] {
  const ask = createAsk(port);
  return prefixes.map((prefix) => ({
    prefix,
    async open(name): Promise<VirtualFile | undefined> {
      const bytes = (await ask({ about: "open", prefix, name })) as number | undefined;
      if (bytes === undefined) return undefined;
      return { bytes, read: (start, end) => ask({ about: "read", prefix, name, start, end }) as Promise<Uint8Array> };
    },
    list: () => ask({ about: "list", prefix }) as ReturnType<VirtualMount["list"]>,
  }));
}

function createAsk(port: MessagePort): (question: Question) => Promise<unknown> {
  const waiting = new Map<number, (answer: Answer) => void>();
  let lastId = 0;
  port.on("message", ({ id, answer }: { id: number; answer: Answer }) => {
    waiting.get(id)?.(answer);
    waiting.delete(id);
  });
  return async (question) => {
    lastId += 1;
    const id = lastId;
    const answer = await new Promise<Answer>((resolve) => {
      waiting.set(id, resolve);
      port.postMessage({ id, question });
    });
    if (!answer.ok) throw Object.assign(new Error("The virtual file could not be read."), { code: "EIO" });
    return answer.value;
  };
}
