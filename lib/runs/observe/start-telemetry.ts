const EXPORT_EVERY_MS = 15_000;
const LONGEST_FLUSH_MS = 2_000;

/**
 * Sends traces and metrics to a collector over OTLP: the AI SDK's, Next's and the spans of runs. Loaded only when it is switched
 * on. Prompts, answers and tool results are never part of it.
 * @param endpoint base address of the collector, without `/v1/traces`
 * @returns how to send what is left, before the process ends; never rejects
 */
export async function startTelemetry(endpoint: string): Promise<() => Promise<void>> {
  const [
    { NodeSDK, metrics },
    { OTLPTraceExporter },
    { OTLPMetricExporter },
    { OpenTelemetry },
    { registerTelemetry },
  ] = await Promise.all([
    import("@opentelemetry/sdk-node"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/exporter-metrics-otlp-http"),
    import("@ai-sdk/otel"),
    import("ai"),
  ]);
  const base = endpoint.replace(/\/+$/, "");
  const reader = new metrics.PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter({ url: `${base}/v1/metrics` }),
    exportIntervalMillis: EXPORT_EVERY_MS,
  });
  const sdk = new NodeSDK({
    serviceName: "longhand",
    traceExporter: new OTLPTraceExporter({ url: `${base}/v1/traces` }),
    metricReaders: [reader],
    instrumentations: [],
  });
  sdk.start();
  registerTelemetry(new OpenTelemetry());
  return async () => {
    const late = new Promise((resolve) => setTimeout(resolve, LONGEST_FLUSH_MS).unref());
    await Promise.race([sdk.shutdown().catch(() => undefined), late]);
  };
}
