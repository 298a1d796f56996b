import { badRequest, type RequestProblem } from "./request-problem.ts";
import type { Script } from "./types.ts";

const SCRIPT_PREFIX = "script:";

/** `script:<name>` names a script; every other accepted model is answered by the main script. */
export function chooseScript(
  model: string,
  available: { main: Script; named: Record<string, Script>; models: string[] },
): { script: Script } | { problem: RequestProblem } {
  if (model.startsWith(SCRIPT_PREFIX)) {
    const name = model.slice(SCRIPT_PREFIX.length);
    if (Object.hasOwn(available.named, name)) return { script: available.named[name] ?? available.main };
  } else if (available.models.length === 0 || available.models.includes(model)) {
    return { script: available.main };
  }
  const message = `The model \`${model}\` does not exist or you do not have access to it.`;
  return { problem: badRequest(message, { code: "model_not_found", status: 404 }) };
}
