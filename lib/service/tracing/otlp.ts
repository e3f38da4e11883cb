import {
  type Attributes,
  context,
  DiagLogLevel,
  diag,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import type { Logger } from "@/lib/service/log";
import { VERSION } from "@/lib/service/version";
import { type EndSpan, provideTracing, type Tracing } from "./tracing";

const CLOSE_MS = 3_000;
/** Time between two log lines about a collector that does not accept traces. */
const LOG_AGAIN_MS = 600_000;

/**
 * Sends spans to the configured collector as OTLP in JSON. The libraries read the other standard settings
 * themselves: headers, sampler and batches. Returns a function that sends the remaining spans and stops
 * tracing.
 */
export function openTracing(log: Logger): () => Promise<void> {
  logFailures(log);
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ "service.name": "vesting-index", "service.version": VERSION }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  provideTracing(createTracing());
  return async () => {
    provideTracing(undefined);
    // A collector that does not respond must not delay the shutdown.
    const late = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_MS).unref());
    await Promise.race([provider.shutdown().catch(() => undefined), late]);
    for (const api of [trace, context, propagation, diag]) api.disable();
  };
}

function createTracing(): Tracing {
  const tracer = trace.getTracer("vesting-index", VERSION);
  return {
    begin: (name, attributes) =>
      trace.getActiveSpan() && getEnd(tracer.startSpan(name, { attributes, kind: SpanKind.CLIENT })),
    within: (name, work) =>
      tracer.startActiveSpan(name, async (span) => {
        const end = getEnd(span);
        try {
          const done = await work();
          end();
          return done;
        } catch (error) {
          end({}, error);
          throw error;
        }
      }),
    describe: (attributes) => void trace.getActiveSpan()?.setAttributes(attributes),
    serve: ({ name, attributes, carrier }, work) => {
      const parent = propagation.extract(ROOT_CONTEXT, carrier);
      const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent);
      context.with(trace.setSpan(parent, span), work, undefined, getEnd(span));
    },
  };
}

const getEnd =
  (span: Span): EndSpan =>
  (attributes: Attributes = {}, error) => {
    span.setAttributes(attributes);
    if (error !== undefined) {
      const type = error instanceof Error ? error.name : typeof error;
      span.setAttribute("error.type", type).setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end();
  };

/** The libraries report an unavailable collector only to a configured logger. */
function logFailures(log: Logger): void {
  let loggedMs = Number.NEGATIVE_INFINITY;
  const logFailure = () => {
    if (performance.now() - loggedMs < LOG_AGAIN_MS) return;
    loggedMs = performance.now();
    log.warn({ setting: "OTEL_EXPORTER_OTLP_ENDPOINT" }, "the collector rejects traces");
  };
  const nothing = () => undefined;
  const logger = { error: logFailure, warn: nothing, info: nothing, debug: nothing, verbose: nothing };
  diag.setLogger(logger, { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true });
}
