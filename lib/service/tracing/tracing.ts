import { globalSingleton } from "@/lib/service/global-singleton";

type Attributes = Readonly<Record<string, string | number | boolean>>;

/**
 * Ends a span, which failed if an error is given. Error messages are not recorded, since they may contain
 * client data.
 */
export type EndSpan = (attributes?: Attributes, error?: unknown) => void;

/** The tracing implementation, which exists only if OTEL_EXPORTER_OTLP_ENDPOINT is set. */
export type Tracing = {
  /** Starts a child of the active span; undefined if there is none. */
  begin(name: string, attributes: Attributes): EndSpan | undefined;
  /** Runs work in its own span, as a child of the active span if there is one. */
  within<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Adds attributes to the active span. */
  describe(attributes: Attributes): void;
  /** Handles a request in its span. `carrier` may contain the parent in the format of W3C traceparent. */
  serve(
    input: { name: string; attributes: Attributes; carrier: Readonly<Record<string, unknown>> },
    work: (end: EndSpan) => void,
  ): void;
};

const shared = globalSingleton<Tracing>("tracing");

export const tracing = (): Tracing | undefined => shared.get();

/** Set by the server before it opens the services, and removed by it. */
export const provideTracing = (replacement: Tracing | undefined): void => shared.set(replacement);

/** Runs work in a span if tracing is on. */
export const inSpan = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  shared.get()?.within(name, work) ?? work();

/**
 * The start of a statement, which contains its verb and first table; the lists of values after it may be
 * long.
 */
const HEAD = 1_000;

/**
 * Starts a statement's span, named by its verb and first table. The span contains neither the text nor a
 * parameter.
 */
export function beginStatement(text: string): ((error?: unknown) => void) | undefined {
  const active = shared.get();
  if (!active) return undefined;
  const head = text.slice(0, HEAD);
  const operation = /^\s*(\w+)/.exec(head)?.[1]?.toLowerCase() ?? "statement";
  const table = /\b(?:from|into|update|join)\s+"?([a-z_]+)"?/i.exec(head)?.[1];
  const end = active.begin(table ? `${operation} ${table}` : operation, {
    "db.system.name": "postgresql",
    "db.operation.name": operation,
    ...(table && { "db.collection.name": table }),
  });
  return end && ((error) => end({}, error));
}
