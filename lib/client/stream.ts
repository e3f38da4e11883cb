import { type StreamMessage, streamMessage } from "@/lib/contract/stream";
import { InvalidResponseError, NetworkError, toApiClientError } from "./api-error";
import { parseOpen } from "./open-values";
import { isTransient, type Pause, retryPauseMs, wait } from "./retry";

const PATH = "/api/stream";
/** The service sends a heartbeat every 15 seconds; a connection without any bytes for this long is dead. */
const SILENT_MS = 45_000;
const RETRY_MS = 2_000;

/** Selects the changes of one campaign or one wallet; all by default. */
export type StreamQuery = {
  treeAddress?: string;
  address?: string;
  /** The `id` of the last message that was processed: the stream continues after it. */
  lastEventId?: string;
};

/** A message with its position in the stream. */
export type StreamedMessage = StreamMessage & { id: string };

type StreamOptions = {
  baseUrl: string;
  fetch?: typeof fetch | undefined;
  signal?: AbortSignal | undefined;
  pause?: Pause | undefined;
};

type Position = { lastId: string | undefined; retryMs: number };

/**
 * Yields messages, and reconnects after the last one without losing or repeating any. Ends when the consumer
 * stops iterating.
 * @throws ApiClientError if the service refuses the request
 * @throws the reason of `signal` if the caller aborts
 */
export async function* streamMessages(
  options: StreamOptions,
  query: StreamQuery,
): AsyncGenerator<StreamedMessage, void, undefined> {
  const { signal, pause = wait } = options;
  const position: Position = { lastId: query.lastEventId, retryMs: RETRY_MS };
  for (let failures = 0; ; ) {
    const connection = new AbortController();
    try {
      for await (const message of connect(options, { query, position, connection })) {
        failures = 0;
        if (message) yield message;
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (!isTransient(error)) throw error;
      failures += 1;
      await pause(retryPauseMs(error, failures), signal);
    } finally {
      connection.abort();
    }
    if (failures === 0) await pause(position.retryMs, signal);
  }
}

type Connecting = { query: StreamQuery; position: Position; connection: AbortController };

/** Yields the messages of one response, and null for each part without one. */
async function* connect(
  { baseUrl, fetch: send = fetch, signal }: StreamOptions,
  { query: { lastEventId: _, ...filter }, position, connection }: Connecting,
): AsyncGenerator<StreamedMessage | null> {
  const search = new URLSearchParams(filter).toString();
  const watch = watchSilence(connection);
  try {
    const response = await send(`${baseUrl}${PATH}${search && `?${search}`}`, {
      headers: {
        accept: "text/event-stream",
        ...(position.lastId !== undefined && { "last-event-id": position.lastId }),
      },
      cache: "no-store",
      signal: signal ? AbortSignal.any([signal, connection.signal]) : connection.signal,
    });
    if (!response.ok) throw await toApiClientError(response);
    if (!response.body) throw new InvalidResponseError(PATH, new Error("The response has no body."));
    for await (const block of getBlocks(response.body, watch.restart)) yield toMessage(block, position);
  } catch (error) {
    throw isFetchFailure(error) ? new NetworkError("The stream was interrupted.", { cause: error }) : error;
  } finally {
    watch.stop();
  }
}

/** Failures of `fetch` and of reading its body: a TypeError, or an abort because of silence. */
const isFetchFailure = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof Error && error.name === "AbortError");

function watchSilence(connection: AbortController) {
  const start = () => setTimeout(() => connection.abort(), SILENT_MS);
  let timer = start();
  const stop = () => clearTimeout(timer);
  const restart = () => {
    stop();
    timer = start();
  };
  return { restart, stop };
}

/** Yields the parts of an event stream, which empty lines separate. */
async function* getBlocks(body: ReadableStream<Uint8Array>, onBytes: () => void): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onBytes();
      const blocks = `${text}${decoder.decode(value, { stream: true })}`
        .replaceAll("\r\n", "\n")
        .split("\n\n");
      text = blocks.pop() ?? "";
      yield* blocks;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/** Reads one part: moves the position, and returns the message if the part has one of a known type. */
function toMessage(block: string, position: Position): StreamedMessage | null {
  const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, "m").exec(block)?.[1];
  position.lastId = field("id") ?? position.lastId;
  const retry = Number(field("retry"));
  if (retry > 0) position.retryMs = retry;
  const data = field("data");
  if (data === undefined) return null;
  try {
    const message: unknown = JSON.parse(data);
    if (!KNOWN_TYPES.has(Object(message).type)) return null;
    return { ...parseOpen(streamMessage, message), id: position.lastId ?? "" };
  } catch (cause) {
    throw new InvalidResponseError(PATH, cause);
  }
}

/** A later version of the service may send more types. */
const KNOWN_TYPES: ReadonlySet<unknown> = new Set(
  streamMessage.options.flatMap(({ shape }) => [...shape.type.values]),
);
