import type { ChangePosition } from "@/db/queries/events/change-log";
import { streamId, toStreamId } from "@/lib/contract/stream-query";
import { isoTime } from "@/lib/contract/webhook";
import { retryLater } from "@/lib/core/errors";
import { validationError } from "@/lib/core/validation";
import { globalSingleton } from "@/lib/service/global-singleton";
import { busy } from "@/lib/service/http/limits/concurrency-limit";
import type { Services } from "@/lib/service/services";
import { changeHub } from "./change-hub";
import { type StreamFilter, Subscriber } from "./subscriber";

/** Maximum connections of this process, in total and per client address. */
const MAX_STREAMS = 1_000;
export const MAX_STREAMS_EACH = 20;
/** A response ends after nine to ten minutes, so that clients spread over processes again. */
const [MIN_OPEN_MS, MAX_OPEN_MS] = [540_000, 600_000];
/** Pauses before a reconnection, for a response that stays open and for one that ends at once. */
const [RETRY_MS, POLLING_RETRY_MS] = [2_000, 5_000];

const getOpen = globalSingleton<Map<string, number>>("open-streams");

/**
 * Counts a connection, and returns the function that ends the count.
 * @throws RATE_LIMITED for the client's own connections, SERVICE_UNAVAILABLE for those of all
 */
function countStream(client: string): () => void {
  const counts = getOpen.getOrCreate(() => new Map());
  const own = counts.get(client) ?? 0;
  if (own >= MAX_STREAMS_EACH) {
    const sentence = `Your address has ${own} open streams, which is the maximum. Close one of them first.`;
    throw retryLater("RATE_LIMITED", sentence, 60);
  }
  if ([...counts.values()].reduce((sum, count) => sum + count, 0) >= MAX_STREAMS) throw busy();
  counts.set(client, own + 1);
  return () => {
    const left = (counts.get(client) ?? 1) - 1;
    if (left > 0) counts.set(client, left);
    else counts.delete(client);
  };
}

function parseLastId(lastId: string | null): ChangePosition | null {
  if (lastId === null || lastId === "") return null;
  const { data, error } = streamId.safeParse(lastId);
  if (data) return data;
  throw validationError([{ path: "Last-Event-ID", message: error?.issues[0]?.message ?? "" }]);
}

type StreamRequest = { client: string; lastId: string | null; filter: StreamFilter };

/**
 * Opens a response body with the changes beyond `lastId`, or with new changes only. On Vercel, which bills
 * open responses, the response ends after the changes so far, and clients poll by reconnecting.
 */
export async function openStream(
  services: Pick<Services, "db" | "log" | "env" | "now">,
  { client, lastId, filter }: StreamRequest,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const lastPosition = parseLastId(lastId);
  const hub = changeHub(services);
  if (hub.isClosed) throw busy();
  const release = countStream(client);
  let timer: NodeJS.Timeout | undefined;
  const onClose = () => {
    clearTimeout(timer);
    hub.remove(subscriber);
    release();
  };
  const subscriber = new Subscriber(filter, lastPosition ?? { seq: 0, changedAt: 0n }, onClose);
  try {
    const isMissing = lastPosition !== null && (await hub.missedSince(lastPosition)) === null;
    if (lastPosition === null || isMissing) subscriber.position = await hub.newest();
    const isBrief = services.env.VERCEL === "1";
    subscriber.send(writeStreamHead(subscriber, isBrief ? POLLING_RETRY_MS : RETRY_MS));
    if (isMissing) subscriber.send(writeReset(subscriber, services.now()));
    if (isBrief) {
      void hub.sendOnce(subscriber);
      return subscriber.body;
    }
    if (hub.isClosed) throw busy();
    timer = setTimeout(() => subscriber.close(), MIN_OPEN_MS + Math.random() * (MAX_OPEN_MS - MIN_OPEN_MS));
    timer.unref();
    hub.add(subscriber);
    return subscriber.body;
  } catch (error) {
    subscriber.close();
    throw error;
  }
}

/** The first lines give the client its position, so that it can resume before the first change. */
const writeStreamHead = ({ position }: Subscriber, retryMs: number): string =>
  `retry: ${retryMs}\nid: ${toStreamId(position)}\n\n`;

const writeReset = ({ position }: Subscriber, now: bigint): string =>
  `id: ${toStreamId(position)}\ndata: ${JSON.stringify({ type: "stream.reset", timestamp: isoTime(now), data: {} })}\n\n`;

/** Ends all streams of the process and refuses new ones, before the server drains its connections. */
export const closeStreams = (services: Pick<Services, "db" | "log">): void => changeHub(services).close();
