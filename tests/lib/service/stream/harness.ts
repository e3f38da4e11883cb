import { expect } from "vitest";
import { GET } from "@/app/api/stream/route";
import type { Database } from "@/db/client";
import { storeEvents } from "@/db/queries/events/event-rows";
import { envelopeValues } from "@/tests/support/rows";

/** A message as a client parses it. */
type Message = { id: string; type: string; data: Record<string, unknown> };

/** Reads server-sent events from a response; `end` disconnects. */
function readStream(response: Response) {
  const reader = response.body?.getReader();
  if (!reader) throw new Error("The response has no body.");
  const decoder = new TextDecoder();
  const state = { text: "", id: "", messages: [] as Message[], isOver: false };
  const parse = () => {
    const blocks = state.text.split("\n\n");
    state.text = blocks.pop() ?? "";
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1];
      state.id = field("id") ?? state.id;
      const data = field("data");
      if (data) state.messages.push({ id: state.id, ...JSON.parse(data) });
    }
  };
  const reading = (async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      state.text += decoder.decode(value, { stream: true });
      parse();
    }
  })()
    .catch(() => undefined)
    .finally(() => {
      state.isOver = true;
    });
  return Object.assign(state, {
    /** Waits until the client has the given number of messages. */
    async until(count: number) {
      await expect.poll(() => state.messages.length, { timeout: 8_000 }).toBeGreaterThanOrEqual(count);
      return state.messages;
    },
    /** Waits until the client knows its position. */
    opened: () => expect.poll(() => state.id, { timeout: 8_000 }).not.toBe(""),
    over: () => reading,
    end: () => reader.cancel(),
  });
}

type Opening = { query?: string; lastId?: string };

/** Opens a stream as Next would. */
export const requestStream = ({ query = "", lastId }: Opening = {}): Promise<Response> =>
  GET(
    new Request(`http://localhost/api/stream${query}`, {
      headers: lastId === undefined ? {} : { "last-event-id": lastId },
    }),
    { params: Promise.resolve({}) },
  );

/** Opens a stream and waits for its first lines. */
export async function openStream(opening: Opening = {}) {
  const response = await requestStream(opening);
  if (response.status !== 200) throw new Error(await response.text());
  const stream = readStream(response);
  await stream.opened();
  return stream;
}

/** Stores a claim as the indexer does, and returns its signature. */
export async function storeClaim(db: Database, campaignId: number, beneficiary = "recipient") {
  const claim = {
    ...envelopeValues(campaignId),
    ...{ beneficiary, leafIndex: 0, amount: 1n, totalClaimedByUser: 1n, totalClaimedOverall: 1n },
  };
  await db.transaction((tx) => storeEvents(tx, { claimed: [claim] }));
  return claim.signature;
}

/** Stores a pause as the indexer does, and returns its signature. */
export async function storePause(db: Database, campaignId: number) {
  const pause = { ...envelopeValues(campaignId), paused: true };
  await db.transaction((tx) => storeEvents(tx, { paused: [pause] }));
  return pause.signature;
}
