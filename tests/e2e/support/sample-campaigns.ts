import { setTimeout as sleep } from "node:timers/promises";
import { certify } from "@/cli/certify/certify";
import { RunningService } from "@/cli/vesting-index/running-service";
import { ApiClient } from "@/lib/client/api-client";
import { fetchAllLeaves } from "@/lib/client/fetch-all";
import { CERTIFICATE_FORMAT, type CertificateView } from "@/lib/contract/certificate";
import { indexerRunView } from "@/lib/contract/indexer-run";
import { chunk } from "@/lib/core/chunk";
import { DEFAULT_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";
import { createChain } from "@/lib/service/chain/chain";
import { recipient, SampleCampaign, SampleLedger } from "./sample-campaign";
import { CREATOR, sampleAccount } from "./sample-keys";

/**
 * A campaign in each lifecycle state. Transactions on the local ledger create them over two hundred days of
 * its clock, and the API registers and indexes them. Keys are derived from names, so that tests can refer to
 * them.
 */

const SOL = 1_000_000_000n;
const DAY = 86_400;
const SYNCED_AT_ONCE = 50;
const CREATOR_SOL = 5_000;
const RUN_IN_PROGRESS_MS = 100;

export type SampleStatus =
  | "active"
  | "claimable"
  | "claimed"
  | "paused"
  | "cancelled_grace"
  | "cancelled_expired"
  | "instant_refunded"
  | "settled";

type SampleService = { url: string; ledgerUrl: string; adminKey: string };
export type SampleTrees = Record<SampleStatus, string>;

type Deed = { day: number; act: (campaign: SampleCampaign) => Promise<void> };
/** Days count from the last day of the history, so earlier days are negative. */
type Sample = {
  name: string;
  description: string;
  created: number;
  from: number;
  count: 1 | 24;
  deeds: readonly Deed[];
};

const claims = (day: number, ...leafIndexes: number[]): Deed => ({
  day,
  act: async (campaign) => {
    for (const leafIndex of leafIndexes) await campaign.claim(leafIndex);
  },
});

const SAMPLES: Record<SampleStatus, Sample> = {
  claimable: {
    name: "Team grants",
    description: "Grants of the team. Most vest evenly over a year, some at a cliff or by milestones.",
    created: -201,
    from: -200,
    count: 24,
    deeds: [
      claims(-150, 0, 1, 2),
      claims(-110, 3, 6),
      claims(-80, 0, 7, 8),
      { day: -40, act: (campaign) => campaign.rotate(rotated(campaign.leaves)) },
      claims(-20, 0, 4),
      { day: -5, act: (campaign) => campaign.release(2) },
      claims(-4, 1, 11),
    ],
  },
  active: {
    name: "Advisors 2027",
    description: "Allocations of the advisors. Vesting has not begun yet and takes a year.",
    ...{ created: -9, from: 30, count: 24, deeds: [] },
  },
  claimed: {
    name: "Community round",
    description: "One allocation that vests evenly over a year.",
    created: -200,
    from: -400,
    count: 1,
    deeds: [claims(-110, 0), claims(-20, 0)],
  },
  paused: {
    name: "Partner programme",
    description: "Allocations of partners, most of them evenly over a year.",
    created: -199,
    from: -200,
    count: 24,
    deeds: [claims(-80, 0, 1), { day: -1, act: (campaign) => campaign.pause() }],
  },
  cancelled_grace: {
    name: "Early contributors",
    description: "Allocations of early contributors, most of them evenly over a year.",
    created: -198,
    from: -200,
    count: 24,
    deeds: [claims(-20, 0, 2), { day: -2, act: (campaign) => campaign.cancel() }],
  },
  cancelled_expired: {
    name: "Retired programme",
    description: "Allocations of a programme that ended early.",
    created: -197,
    from: -200,
    count: 24,
    deeds: [claims(-20, 0, 3), { day: -9, act: (campaign) => campaign.cancel() }],
  },
  instant_refunded: {
    name: "Mistaken launch",
    description: "Created with wrong dates and refunded before anything vested.",
    created: -5,
    from: 30,
    count: 24,
    deeds: [{ day: -2, act: (campaign) => campaign.refund() }],
  },
  settled: {
    name: "Contractor stream",
    description: "One allocation that vests evenly over a year.",
    created: -196,
    from: -200,
    count: 1,
    deeds: [claims(-80, 0), { day: -2, act: (campaign) => campaign.cancelStream() }],
  },
};

/** The leaf indexes that claim in the histories. */
const CLAIMERS = [0, 1, 2, 3, 4, 6, 7, 8, 11];

const STATUSES = Object.keys(SAMPLES) as SampleStatus[];

/** Plays the histories in parallel, day by day; returns the tree address of each by its final state. */
export async function playSamples(sampleService: SampleService): Promise<SampleTrees> {
  const api = new ApiClient({ baseUrl: sampleService.url });
  const ledger = new SampleLedger(sampleService.ledgerUrl);
  await ledger.fill(CREATOR, CREATOR_SOL);
  for (const leafIndex of CLAIMERS) await ledger.fill(recipient(leafIndex), 1);
  const firstDay = Math.min(...STATUSES.map((status) => SAMPLES[status].created));
  await ledger.advance(1);
  const today = ledger.now - BigInt(firstDay * DAY);
  const campaigns = new Map<SampleStatus, SampleCampaign>();
  for (let day = firstDay; day <= 0; day++) {
    const steps = getSteps(day);
    if (steps.length === 0 && day < 0) continue;
    const left = Number(today - ledger.now) + day * DAY;
    if (left > 0) await ledger.advance(left);
    for (const [status, deed] of steps) {
      const campaign = campaigns.get(status);
      if (campaign && deed) await deed.act(campaign);
      else campaigns.set(status, await create({ api, ledger }, status, today));
    }
  }
  await expectIndexed(api, ledger.signatures);
  await reconcile(sampleService);
  const list = [...campaigns].map(([status, { keys }]) => [status, keys.treeAddress]);
  const trees = Object.fromEntries(list) as SampleTrees;
  await certifySample({ ...sampleService, api }, trees.claimable);
  return trees;
}

/** Certifies a campaign and stores the certificate, as the operator's command does. */
async function certifySample(
  { url, ledgerUrl, adminKey, api }: SampleService & { api: ApiClient },
  treeAddress: string,
): Promise<void> {
  const { leaves } = await fetchAllLeaves(api, treeAddress);
  const chain = createChain({ urls: [ledgerUrl] });
  const issuedAt = new Date();
  const body = await certify({ chain, treeAddress, programId: DEFAULT_PROGRAM_ID, leaves, issuedAt });
  const view: CertificateView = { format: CERTIFICATE_FORMAT, certificate: body, signature: null };
  await new RunningService({ url, key: adminKey }).asOperator(`/api/campaigns/${treeAddress}/certificate`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(view),
  });
}

/** Returns the steps of a day: creations, which have no deed, and deeds. */
function getSteps(day: number): [SampleStatus, Deed | null][] {
  return STATUSES.flatMap((status) => {
    const { created, deeds } = SAMPLES[status];
    const due = deeds.filter((deed) => deed.day === day).map((deed): [SampleStatus, Deed] => [status, deed]);
    return created === day ? [[status, null] as [SampleStatus, null], ...due] : due;
  });
}

function create(world: { api: ApiClient; ledger: SampleLedger }, status: SampleStatus, today: bigint) {
  const { name, description } = SAMPLES[status];
  const campaignId = BigInt(STATUSES.indexOf(status) + 1);
  return SampleCampaign.create(world, {
    name,
    description,
    campaignId,
    leaves: getLeaves(SAMPLES[status], today),
  });
}

function getLeaves({ from, count }: Sample, today: bigint): Leaf[] {
  const startTime = today + BigInt(from * DAY);
  const cliffTime = startTime + BigInt(10 * DAY);
  const endTime = cliffTime + BigInt(365 * DAY);
  return Array.from({ length: count }, (_, leafIndex) => ({
    leafIndex,
    beneficiary: recipient(leafIndex).address,
    amount: SOL * BigInt(10 + leafIndex) + 123_456_789n,
    startTime,
    endTime,
    ...getRelease(leafIndex, cliffTime),
  }));
}

/**
 * Of six leaves four are linear, one has a later cliff, and one waits for the first or the second milestone.
 */
function getRelease(leafIndex: number, cliffTime: bigint) {
  const plain = { releaseType: ReleaseType.Linear, cliffTime, milestoneIdx: 0 };
  if (leafIndex % 6 === 4) {
    return { ...plain, releaseType: ReleaseType.Cliff, cliffTime: cliffTime + BigInt(120 * DAY) };
  }
  if (leafIndex % 6 !== 5) return plain;
  return { ...plain, releaseType: ReleaseType.Milestone, milestoneIdx: 1 + (Math.floor(leafIndex / 6) % 2) };
}

/** Returns the leaves after a rotation: Ada gets more, and the last recipient is replaced. */
function rotated(leaves: readonly Leaf[]): Leaf[] {
  return leaves.map((leaf, index) => {
    if (index === 0) return { ...leaf, amount: leaf.amount + 5n * SOL };
    if (index < leaves.length - 1) return leaf;
    return { ...leaf, beneficiary: sampleAccount("newcomer").address, amount: leaf.amount - 5n * SOL };
  });
}

async function expectIndexed(api: ApiClient, signatures: readonly string[]): Promise<void> {
  for (const batch of chunk(signatures, SYNCED_AT_ONCE)) {
    const { results } = await api.syncEvents(batch);
    const lost = results.find(({ status }) => !["indexed", "already_indexed", "no_events"].includes(status));
    if (lost) throw new Error(`The sample transaction ${lost.signature} is ${lost.status}.`);
  }
}

/** Runs the full indexer, after which the checkpoint is current and every account matches the index. */
async function reconcile({ url, adminKey }: SampleService): Promise<void> {
  const headers = { "x-admin-key": adminKey, "content-type": "application/json" };
  for (;;) {
    const response = await fetch(`${url}/api/admin/sync`, { method: "POST", headers, body: "{}" });
    const report = indexerRunView.parse(await response.json());
    if ("skipped" in report || !report.complete) {
      await sleep(RUN_IN_PROGRESS_MS);
      continue;
    }
    if (report.drift.length > 0) throw new Error(`The samples drifted: ${JSON.stringify(report.drift)}`);
    return;
  }
}
