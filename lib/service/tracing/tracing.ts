import { processWide } from "@/lib/service/process-wide";

type Attributes = Readonly<Record<string, string | number | boolean>>;

/** Ends a span; with an error it failed. Nothing that errors say is kept, since it may be what a client sent. */
export type EndSpan = (attributes?: Attributes, error?: unknown) => void;

/** What makes spans. There is one where OTEL_EXPORTER_OTLP_ENDPOINT names who takes them, and none elsewhere. */
export type Tracing = {
  /** Begins a span below the one that is under way; nothing where none is. */
  begin(name: string, attributes: Attributes): EndSpan | undefined;
  /** Does work under a span of its own, below the one that is under way if there is one. */
  within<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Says more of the span that is under way. */
  describe(attributes: Attributes): void;
  /** Does what answers a request under its span, whose parent `carrier` may name as W3C's traceparent does. */
  serve(
    of: { name: string; attributes: Attributes; carrier: Readonly<Record<string, unknown>> },
    work: (end: EndSpan) => void,
  ): void;
};

const shared = processWide<Tracing>("tracing");

export const tracing = (): Tracing | undefined => shared.get();

/** Set by the server before anything is opened, and taken away by it. */
export const provideTracing = (replacement: Tracing | undefined): void => shared.set(replacement);

/** Does work under a span where there are any. */
export const inSpan = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  shared.get()?.within(name, work) ?? work();

/** Where a statement's verb and its first table stand; lists of values behind them may be long. */
const HEAD = 1_000;

/** A statement's span, called by its verb and first table: neither its text nor a parameter is in it. */
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
