import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { GET as getPayments } from "@/app/api/activity/[address]/payments/route";
import { GET as getProgress } from "@/app/api/beneficiary/[address]/vesting-progress/route";
import { GET as getCampaign } from "@/app/api/campaigns/[treeAddress]/route";
import { GET as getStatement } from "@/app/api/campaigns/[treeAddress]/statement/route";
import { GET as getSupply } from "@/app/api/mints/[mint]/supply/route";
import { campaigns } from "@/db/schema";
import { TestLedger } from "@/ledger/tests/support/ledger";
import type { CampaignDetail } from "@/lib/contract/campaign";
import type { VestingProgress } from "@/lib/contract/portfolio/beneficiary";
import { type StatementView, statementView } from "@/lib/contract/statement/view";
import type { SupplyView } from "@/lib/contract/supply/view";
import { createChain } from "@/lib/service/chain/chain";
import { readEnv } from "@/lib/service/env";
import { runScheduled } from "@/lib/service/indexer/requests";
import type { Services } from "@/lib/service/services";
import { registerCurrent } from "@/tests/fault/support/register-current";
import { DAY, type Kind, ScenarioCampaign } from "@/tests/fault/support/scenario-campaign";
import { forgetIndex } from "@/tests/indexer/support/index-of";
import { openTestDatabase } from "@/tests/support/database";
import { call, startServices } from "@/tests/support/http";

/**
 * Random campaigns on the deployed program. At some dates, the service's other answers are recorded; afterwards, the
 * statement of each date must state the same amounts.
 */
const IS_THOROUGH = process.env.THOROUGH === "1";
const LIFECYCLES = IS_THOROUGH ? 100 : 4;
const DATES = IS_THOROUGH ? 20 : 5;
const TIMEOUT = { timeout: 60_000 + LIFECYCLES * DATES * 3_000 };

const database = openTestDatabase();
let ledger: TestLedger;
let services: Services;
let aheadMs = 0;
/** The service's time during a record, in unix seconds: the ledger's clock runs on. */
let recordedAt: bigint | null = null;

beforeAll(async () => {
  ledger = await TestLedger.start();
});
afterAll(() => ledger.close());
beforeEach(() => {
  services = startServices({
    db: database.db,
    env: readEnv({ LOG_LEVEL: "silent", RATE_LIMIT: "off", REGISTRATION_CHECK: "ledger" }),
    chain: createChain({ urls: [ledger.url] }),
    now: () => recordedAt ?? ledger.now,
    nowMs: () => Date.now() + aheadMs,
  });
});

const STEPS = ["claim", "pause", "unpause", "release", "rotate", "cancel", "withdraw", "refund"] as const;
type Step = { do: (typeof STEPS)[number]; who: number; days: bigint };
const WEIGHTS = { claim: 10, pause: 2, unpause: 3, release: 2, rotate: 3, cancel: 1, withdraw: 2, refund: 1 };

const step: fc.Arbitrary<Step> = fc.record({
  do: fc.oneof(...STEPS.map((name) => ({ weight: WEIGHTS[name], arbitrary: fc.constant(name) }))),
  who: fc.nat({ max: 2 }),
  days: fc.constantFrom(0n, 0n, 1n, 3n, 8n),
});
const lifecycle = fc.record({
  kind: fc.constantFrom<Kind>("native", "token"),
  /** The steps between two dates. */
  parts: fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: DATES, maxLength: DATES }),
});

async function take(campaign: ScenarioCampaign, { do: action, who, days }: Step): Promise<void> {
  const actions: Record<Step["do"], () => Promise<unknown>> = {
    claim: () => campaign.claim(who),
    pause: () => campaign.setPaused(true),
    unpause: () => campaign.setPaused(false),
    release: () => campaign.releaseMilestone(),
    rotate: () => campaign.rotate(),
    cancel: () => campaign.cancel(),
    withdraw: () => campaign.withdrawUnvested(),
    refund: () => campaign.instantRefund(),
  };
  ledger.controls.advanceTime(Number(days * DAY));
  await actions[action]();
}

async function index(campaign: ScenarioCampaign): Promise<void> {
  await registerCurrent(services, campaign);
  aheadMs += 200_000;
  await runScheduled(services);
}

async function read<Answer>(
  handler: Parameters<typeof call>[0],
  params: Record<string, string>,
  query: Record<string, string> = {},
): Promise<Answer> {
  const { status, body } = await call<Answer>(handler, { params, query });
  expect(status).toBe(200);
  return body;
}

type Progress = VestingProgress["campaigns"][number]["progress"];
type Checkpoint = {
  at: bigint;
  supply: SupplyView;
  detail: CampaignDetail;
  progress: Map<string, Progress | undefined>;
};

/** Records the answers of the service at a multiple of ten seconds, to which the supply is rounded. */
async function record(campaign: ScenarioCampaign): Promise<Checkpoint> {
  ledger.controls.advanceTime(20);
  await index(campaign);
  const at = ledger.now - (ledger.now % 10n);
  recordedAt = at;
  const { treeAddress, mint } = campaign;
  const progress: Checkpoint["progress"] = new Map();
  for (const { beneficiary } of campaign.current.leaves) {
    const {
      campaigns: [own],
    } = await read<VestingProgress>(getProgress, { address: beneficiary });
    progress.set(beneficiary, own?.progress);
  }
  const supply = await read<SupplyView>(getSupply, { mint });
  const detail = await read<CampaignDetail>(getCampaign, { treeAddress });
  recordedAt = null;
  ledger.controls.advanceTime(1);
  return { at, supply, detail, progress };
}

const sum = (amounts: readonly string[]) => amounts.reduce((total, amount) => total + BigInt(amount), 0n);
const COLUMNS = ["granted", "vested", "claimed", "unvested", "forfeited", "outstanding"] as const;

async function readWhole(treeAddress: string, at: bigint): Promise<StatementView> {
  const query = { at: at.toString(), withheldPercent: "12.5", limit: "2" };
  const first = await read<StatementView>(getStatement, { treeAddress }, query);
  const recipients = [...first.recipients];
  for (let cursor = first.nextCursor; cursor !== null; ) {
    const page = await read<StatementView>(getStatement, { treeAddress }, { ...query, cursor });
    expect(page.totals).toEqual(first.totals);
    recipients.push(...page.recipients);
    cursor = page.nextCursor;
  }
  return statementView.parse({ ...first, recipients, nextCursor: null });
}

type Payments = { payments: { kind: string; amount: string; blockTime: string }[] };

async function compare(campaign: ScenarioCampaign, { at, supply, detail, progress }: Checkpoint) {
  const { totals, recipients, status } = await readWhole(campaign.treeAddress, at);
  expect(status).toBe(detail.status);
  const isOpen = detail.cancelledAt === null;
  const rest = BigInt(totals.unallocated);
  expect({
    allocated: totals.supply,
    claimed: totals.claimed,
    unclaimed: (BigInt(totals.vested) - BigInt(totals.claimed)).toString(),
    locked: (BigInt(totals.unvested) + (isOpen ? rest : 0n)).toString(),
    ended: (BigInt(totals.forfeited) + (isOpen ? 0n : rest)).toString(),
  }).toEqual({
    ...{ allocated: supply.allocated, claimed: supply.claimed, unclaimed: supply.unclaimed },
    ...{ locked: supply.locked, ended: sum([supply.returning, supply.returned]).toString() },
  });
  expect(totals).toMatchObject({
    claimed: detail.totalClaimed,
    supply: detail.totalSupply,
    unattributed: "0",
  });
  for (const column of [...COLUMNS, "withheld"] as const) {
    expect(sum(recipients.map((row) => row[column] ?? "")).toString(), column).toBe(totals[column]);
  }
  expect(sum([totals.vested, totals.unvested, totals.forfeited]).toString()).toBe(totals.granted);
  expect(recipients.map(({ beneficiary }) => beneficiary)).toEqual([...progress.keys()]);
  for (const row of recipients) {
    const { payments } = await read<Payments>(getPayments, { address: row.beneficiary }, { limit: "100" });
    const paid = payments.filter(({ blockTime }) => BigInt(blockTime) <= at).map(({ amount }) => amount);
    expect(row.claimed).toBe(sum(paid).toString());
    const then = progress.get(row.beneficiary);
    expect(row).toMatchObject({ granted: then?.totalEntitled, claimed: then?.claimedSoFar });
    if (detail.status === "paused") continue;
    const open = BigInt(row.vested) - BigInt(row.claimed);
    expect(open).toBe(sum([then?.claimable ?? "", then?.payableUntilSwept ?? ""]));
  }
}

test(
  "statements of earlier dates agree with supply, payments, campaign and progress of then",
  TIMEOUT,
  async () => {
    const property = fc.asyncProperty(lifecycle, async ({ kind, parts }) => {
      await forgetIndex(database.db);
      await database.db.delete(campaigns);
      const campaign = await ScenarioCampaign.prepare(ledger, kind);
      await campaign.create(3n * 10n ** 9n + 3n);
      await index(campaign);
      const checkpoints: Checkpoint[] = [];
      for (const steps of parts) {
        for (const one of steps) await take(campaign, one);
        checkpoints.push(await record(campaign));
      }
      for (const checkpoint of checkpoints) await compare(campaign, checkpoint);
    });
    await fc.assert(property, { numRuns: LIFECYCLES });
  },
);
