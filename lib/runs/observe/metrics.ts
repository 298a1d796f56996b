import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

const SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800];

/** Numbers of this process since its start. Names and labels are listed in `docs/operating.md`; none of them names a chat. */
export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: "longhand_" });
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name: `longhand_${name}`, help, labelNames, registers });
  const seconds = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Histogram({ name: `longhand_${name}_seconds`, help, labelNames, buckets: SECONDS, registers });
  return {
    runsStarted: counter("runs_started_total", "Runs that began or were gone on with"),
    runsEnded: counter("runs_ended_total", "Runs that ended, by how", ["status"]),
    runsActive: new Gauge({ name: "longhand_runs_active", help: "Runs that are worked on", registers }),
    requests: counter("model_requests_total", "Requests at the model, by outcome", ["outcome"]),
    requestSeconds: seconds("model_request", "From sending a request to the end of its answer"),
    firstByteSeconds: seconds("model_first_byte", "From sending a request to its response headers"),
    tokens: counter("model_tokens_total", "Tokens as the provider counted them", ["kind"]),
    retries: counter("model_retries_total", "Waits before a retry, by reason", ["reason"]),
    overflows: counter("overflow_total", "Conversations too long for the model: the person decides, nothing is wrong"),
    steps: counter("steps_total", "Answers of the model that were stored, subagents included"),
    subagentsActive: new Gauge({ name: "longhand_subagents_active", help: "Subagents that work now", registers }),
    cleared: counter("results_cleared_total", "Results and inputs that left the window, as a note stands for them"),
    dropped: counter("messages_dropped_total", "Messages that left the window, behind the note at its beginning"),
    toolCalls: counter("tool_calls_total", "Tool calls that ended", ["tool", "ok"]),
    toolSeconds: seconds("tool", "From the start of a tool call to its stored result", ["tool"]),
    viewers: new Gauge({ name: "longhand_viewers", help: "Event streams that are open", registers }),
    viewersLetGo: counter("viewers_let_go_total", "Viewers that read too slowly and have to come back"),
    alerts: counter("alerts_total", "Alerts, by code", ["code"]),
    contentType: registry.contentType,
    /** In the text format of Prometheus. */
    read: () => registry.metrics(),
  };
}
