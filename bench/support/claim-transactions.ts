import type { Database } from "@/db/client";
import { type ReadTransaction, storeTransactions } from "@/db/queries/events/store-transactions";
import type { campaigns } from "@/db/schema";
import { DEFAULT_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { type DescribedTransaction, readTransaction } from "@/lib/core/solana/read-transaction";
import { named, programLog, signatureNamed } from "@/tests/indexer/support/fake-ledger";
import { campaignValues } from "@/tests/support/rows";

const PEOPLE = 100;
const CLAIMS_PER_SLOT = 4;
const FIRST_SLOT = 1_000;
const EPOCH = 1_700_000_000;

const getTree = (campaign: number, run: number) => named(`tree ${campaign} of run ${run}`);

/** Returns campaigns to register, each with a supply that exceeds all claims; other ones for each run. */
export const campaignRows = (count: number, run = 0): (typeof campaigns.$inferInsert)[] =>
  Array.from({ length: count }, (_, at) =>
    campaignValues({ treeAddress: getTree(at, run), totalSupply: 10n ** 15n, leafCount: PEOPLE }),
  );

/** Copies a string that was concatenated: the strings of a node's JSON are flat, which V8 compares much faster. */
const flat = (text: string) => Buffer.from(text, "latin1").toString("latin1");

/** Returns transactions of one claim each, in ledger order, in turn of each campaign. */
export function claimTransactions(
  count: number,
  { campaigns, run = 0 }: { campaigns: number; run?: number },
): DescribedTransaction[] {
  const trees = Array.from({ length: campaigns }, (_, at) => getTree(at, run));
  const people = Array.from({ length: PEOPLE }, (_, at) => named(`person ${at}`));
  return Array.from({ length: count }, (_, at) => {
    const round = Math.floor(at / campaigns);
    const tree = trees[at % campaigns] ?? "";
    const leafIndex = round % PEOPLE;
    const totalClaimedByUser = BigInt(10 * (1 + Math.floor(round / PEOPLE)));
    const position = { tree, leafIndex, beneficiary: people[leafIndex] ?? "", milestoneIdx: null };
    const totals = { amount: 10n, totalClaimedByUser, totalClaimedOverall: BigInt(10 * (round + 1)) };
    const slot = FIRST_SLOT + Math.floor(at / CLAIMS_PER_SLOT);
    return {
      signature: flat(signatureNamed(`claim ${at} of run ${run}`)),
      slot: BigInt(slot),
      txIndex: at % CLAIMS_PER_SLOT,
      blockTime: BigInt(EPOCH + slot),
      failed: false,
      logs: programLog([{ name: "Claimed", data: { ...position, ...totals } }]),
      accounts: [tree],
    };
  });
}

/** Decodes transactions as the indexer does. */
export const decode = (described: readonly DescribedTransaction[]): ReadTransaction[] =>
  described.map((item) => ({
    ...readTransaction(item, DEFAULT_PROGRAM_ID),
    blockTime: item.blockTime ?? 0n,
  }));

/** Decodes and stores batches. As in a mirror, the next batch is decoded while the database stores the current one. */
export async function decodeAndStore(
  db: Database,
  batches: readonly (readonly DescribedTransaction[])[],
): Promise<void> {
  let next = decode(batches[0] ?? []);
  for (let at = 1; at <= batches.length; at++) {
    const onStoring = () => {
      next = decode(batches[at] ?? []);
    };
    await storeTransactions(db, next, { onStoring });
  }
}
