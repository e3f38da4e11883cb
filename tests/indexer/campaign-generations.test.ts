import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { campaigns } from "@/db/schema";
import { Campaign } from "@/ledger/tests/program/campaign";
import { KINDS, type Kind, START } from "@/ledger/tests/program/campaign-plan";
import { type LeafSet, ModelComparison } from "@/ledger/tests/program/model/model-comparison";
import { PLANS, SUPPLY, scenario } from "@/ledger/tests/program/model/random-actions";
import { LONG } from "@/ledger/tests/support/long";
import { caseCount } from "@/ledger/tests/support/thorough";
import { compareAccount } from "@/lib/service/indexer/compare/accounts";
import { syncSignatures } from "@/lib/service/indexer/sync-signatures";
import { openTestDatabase } from "../support/database";
import { addCampaign, addRootVersion } from "../support/rows";
import type { FakeTransaction } from "./support/fake-ledger";
import { forgetIndex, indexerContext, indexOf, runOnce } from "./support/index-of";
import { getTerms, RecordedSvm } from "./support/recorded-svm";

const database = openTestDatabase();
const sets: LeafSet[] = [];
beforeAll(async () => {
  const campaign = new Campaign(new RecordedSvm(START), "native");
  for (const plan of PLANS) {
    await campaign.plan(plan);
    if (campaign.merkle) sets.push({ leaves: campaign.leaves, merkle: campaign.merkle });
  }
}, LONG.timeout);

/** Returns the same transaction from a node that lost the log, entirely or after its first lines. */
function cutLog(transaction: FakeTransaction, at: number): FakeTransaction {
  const { logs } = transaction;
  return { ...transaction, logs: at % 3 === 0 ? null : [...(logs ?? []).slice(0, at % 3), "Log truncated"] };
}

/** Removes the marks of reconstructed events from an index. */
const withoutMarks = ({ events, ...index }: Awaited<ReturnType<typeof indexOf>>) => ({
  ...index,
  events: Object.fromEntries(
    Object.entries(events).map(([type, rows]) => [
      type,
      rows.map((row) =>
        Object.fromEntries(Object.entries(row as object).filter(([key]) => key !== "derivedFields")),
      ),
    ]),
  ),
});

type Lifecycle = { first: number; cancellable: boolean };

/** Registers the campaign as its creator does, with its initial root. */
async function register(campaign: Campaign, { first, cancellable }: Lifecycle): Promise<void> {
  await database.db.delete(campaigns);
  const { leaves = [], merkle } = sets[first] ?? {};
  const [minCliffTime = 0n] = leaves.map((leaf) => leaf.cliffTime).sort((a, b) => Number(a - b));
  const root = { merkleRoot: merkle?.root ?? "", leafCount: leaves.length, minCliffTime };
  const { id } = await addCampaign(database.db, {
    ...root,
    campaignId: campaign.campaignId,
    totalSupply: SUPPLY,
    ...getTerms(campaign),
    cancellable,
    ...(cancellable ? {} : { cancelAuthority: null }),
    createdAt: START,
    verified: true,
  });
  await addRootVersion(database.db, { ...root, campaignId: id, createdAt: START });
}

/** A random life on the program, and the order in which a client reports its transactions. */
function lifecycle(kind: Kind) {
  return fc.record({
    kind: fc.constant(kind),
    plan: scenario,
    slots: fc.infiniteStream(fc.boolean()),
    order: fc.nat(),
  });
}

test.each(KINDS)(
  "indexes random lives of a %s campaign as the network's account has them",
  LONG,
  async (kind) => {
    const property = fc.asyncProperty(lifecycle(kind), async ({ plan, slots, order }) => {
      const svm = new RecordedSvm(START);
      svm.opensSlot = () => slots.next().value ?? true;
      const { first, cancellable, funding, actions } = plan;
      const twins = new ModelComparison(svm, kind, sets, cancellable);
      twins.step({ do: "create", set: first });
      twins.step({ do: "fund", amount: funding });
      // A native tree that has ended may be created again, as another campaign.
      for (const step of actions) if (step.do !== "create") twins.step(step);
      const { campaign } = twins;
      svm.publish([campaign.treeAddress]);

      await forgetIndex(database.db);
      await register(campaign, plan);
      const context = indexerContext(database.db, svm.ledger);
      expect(await runOnce(context, { full: true })).toMatchObject({
        ok: true,
        complete: true,
        drift: [],
        failed: 0,
      });
      const fresh = await indexOf(database.db);
      const whole = svm.ledger.transactions;
      const [row] = await database.db.select().from(campaigns);
      if (row) expect(compareAccount(row, campaign.state())).toEqual([]);

      await forgetIndex(database.db);
      await register(campaign, plan);
      svm.ledger.transactions = svm.ledger.transactions.map(cutLog);
      expect(await runOnce(context, { full: true })).toMatchObject({ ok: true, drift: [], failed: 0 });
      expect(withoutMarks(await indexOf(database.db))).toEqual(fresh);
      svm.ledger.transactions = whole;

      await forgetIndex(database.db);
      await register(campaign, plan);
      const signatures = svm.ledger.transactions.map(({ signature }) => signature);
      const reported = signatures.map((_, at) => signatures[(at * 7 + order) % signatures.length] ?? "");
      await syncSignatures(context, reported.slice(0, 50));
      await runOnce(context);
      expect(await indexOf(database.db)).toEqual(fresh);
    });
    await fc.assert(property, { numRuns: caseCount(4) });
  },
);
