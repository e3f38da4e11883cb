import { hasRow } from "@/db/queries/events/event-rows";
import { chunk } from "@/lib/core/chunk";
import { eventToJson } from "@/lib/core/solana/event-json";
import type { ChainTransaction } from "@/lib/core/solana/read-transaction";
import { canonicalJson } from "@/lib/core/text/canonical-json";
import type { ChainReader } from "@/lib/service/indexer/context";
import type { EventLine } from "./lines";
import type { SnapshotLine } from "./read-files";

/** A transaction of a snapshot with its events and their lines. */
export type SnapshotTransaction = {
  events: EventLine[];
  lines: Pick<SnapshotLine, "refusal">[];
};

/** Transactions per request to the network. */
const AT_ONCE = 100;

/**
 * Compares transactions of a snapshot with the network. Returns the numbers of checked transactions and of those that
 * no endpoint returned whole.
 *
 * @throws SnapshotError for the first transaction that differs
 */
export async function checkOnNetwork(
  chain: ChainReader,
  transactions: readonly SnapshotTransaction[],
): Promise<{ checked: number; unavailable: number }> {
  let checked = 0;
  for (const batch of chunk(transactions, AT_ONCE)) {
    const signatures = batch.map(({ events }) => events[0]?.signature ?? "");
    const answers = await chain.getTransactions(signatures, { commitment: "finalized" });
    for (const [at, transaction] of batch.entries()) {
      const answer = answers[at];
      if (!answer || "unreadable" in answer || answer.isLogTruncated) continue;
      compare(transaction, answer);
      checked += 1;
    }
  }
  return { checked, unavailable: transactions.length - checked };
}

function compare({ events, lines }: SnapshotTransaction, answer: ChainTransaction): void {
  const [first] = events;
  const refuse = (reason: string, at = 0) => {
    const error = lines[at]?.refusal(`${reason} The network differs in ${first?.signature}.`);
    if (error) throw error;
  };
  if (answer.signature !== first?.signature || answer.slot !== first.slot) refuse("The slot is wrong.");
  if (answer.blockTime !== null && answer.blockTime !== first?.blockTime) refuse("The block time is wrong.");
  const actual = new Map(
    answer.events
      .filter((event) => hasRow(event) || event.name === "CampaignCreated")
      .map((event) => [event.index, event]),
  );
  for (const [at, { index, event }] of events.entries()) {
    const found = actual.get(index);
    if (!found) refuse(`The transaction has no event ${index}.`, at);
    else if (found.name !== event.name || getText(found) !== getText(event))
      refuse("The event is wrong.", at);
    actual.delete(index);
  }
  if (actual.size > 0) refuse(`Event ${[...actual.keys()][0]} of the transaction is missing.`);
}

const getText = (event: Parameters<typeof eventToJson>[0]) => canonicalJson(eventToJson(event));
