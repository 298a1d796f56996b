import { SpanStatusCode, trace } from "@opentelemetry/api";

/** Does work inside a span; what the AI SDK traces meanwhile is below it. Costs nothing while tracing is off. */
export function spanOf<Value>(
  name: string,
  attributes: Record<string, string>,
  work: () => Promise<Value>,
): Promise<Value> {
  return trace.getTracer("longhand").startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}
