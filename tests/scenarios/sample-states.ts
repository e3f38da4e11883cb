import type { Keypair } from "@solana/web3.js";
import { cancel } from "@/docs/actions/examples/cancel";
import { cancelStream } from "@/docs/actions/examples/cancel-stream";
import { claim } from "@/docs/actions/examples/claim";
import { createCampaign, type Recipient } from "@/docs/actions/examples/create-campaign";
import { createStream } from "@/docs/actions/examples/create-stream";
import { instantRefund } from "@/docs/actions/examples/instant-refund";
import { pause } from "@/docs/actions/examples/pause";
import { withdrawUnvested } from "@/docs/actions/examples/withdraw-unvested";
import { GRACE_PERIOD_SECONDS, type LifecycleStatus } from "@/lib/core/vesting/lifecycle";
import { type Cast, createCast, type Kind, recipient, type World } from "@/tests/scenarios/actions/harness";

export const MILESTONE = 9;
export const KINDS: readonly Kind[] = ["tokens", "native SOL"];

/** A campaign that transactions brought into a state, and the accounts of its roles. */
export type Sample = {
  name: string;
  status: LifecycleStatus;
  cast: Cast;
  treeAddress: string;
  roles: { visitor: Keypair; creator: Keypair; authority: Keypair; beneficiary: Keypair };
};

const DAY = 86_400n;
/** A linear leaf that grows by one unit in about two hours: equal amounts in two responses within a test. */
const SLOW = 1_000n;
const BIG = 1_000_000_000n;

/** Returns a beneficiary's allocations: vested, vesting, waiting for a milestone, and in the future. */
function mixed(cast: Cast, start: bigint): Recipient[] {
  const at = (cliff: bigint, end: bigint) => ({ cliffTime: cliff.toString(), endTime: end.toString() });
  const create = (amount: bigint, over: Partial<Recipient>) => recipient(cast, { amount, start, over });
  return [
    create(BIG, { releaseType: 0, ...at(start, start) }),
    create(SLOW, { releaseType: 1, ...at(start, start + 100n * DAY) }),
    create(BIG / 2n, { releaseType: 2, milestoneIdx: MILESTONE, ...at(start, start) }),
    create(BIG / 4n, { releaseType: 0, ...at(start + 400n * DAY, start + 400n * DAY) }),
  ];
}

type Made = { cast: Cast; treeAddress: string };
type Play = (world: World, kind: Kind) => Promise<Made>;

const campaign =
  (start: bigint, then: (world: World, made: Made) => Promise<unknown> = async () => {}): Play =>
  async (world, kind) => {
    const cast = await createCast(world, kind);
    const recipients = mixed(cast, world.now + start);
    const treeAddress = await createCampaign(world.api, {
      terms: cast.terms,
      recipients,
      creator: cast.creator,
    });
    const made = { cast, treeAddress };
    await then(world, made);
    return made;
  };

const stream =
  (then: (world: World, made: Made) => Promise<unknown> = async () => {}): Play =>
  async (world, kind) => {
    const cast = await createCast(world, kind);
    const start = world.now - 10n * DAY;
    const over = { endTime: (start + 100n * DAY).toString() };
    const only = recipient(cast, { amount: SLOW, start, over });
    const treeAddress = await createStream(world.api, {
      terms: cast.terms,
      recipient: only,
      creator: cast.creator,
    });
    const made = { cast, treeAddress };
    await then(world, made);
    return made;
  };

const claimFirst = ({ api }: World, { cast, treeAddress }: Made) =>
  claim(api, { treeAddress, mint: cast.mint, beneficiary: cast.beneficiary, leafIndex: 0 });

const cancelAfterClaim = async (world: World, made: Made) => {
  await claimFirst(world, made);
  await cancel(world.api, { treeAddress: made.treeAddress, authority: made.cast.authority });
};

const completed: Play = async (world, kind) => {
  const cast = await createCast(world, kind);
  const start = world.now - 10n * DAY;
  const times = { cliffTime: start.toString(), endTime: start.toString() };
  const recipients = [BIG, SLOW].map((amount) =>
    recipient(cast, { amount, start, over: { releaseType: 0, ...times } }),
  );
  const { terms, creator, mint, beneficiary } = cast;
  const treeAddress = await createCampaign(world.api, { terms, recipients, creator });
  for (const leafIndex of [0, 1]) await claim(world.api, { treeAddress, mint, beneficiary, leafIndex });
  return { cast, treeAddress };
};

/** States that need time: all share one clock, so they come first. */
const AGED: [string, LifecycleStatus, Play][] = [
  ["cancelled_expired", "cancelled_expired", campaign(-10n * DAY, cancelAfterClaim)],
  ["cancelled_expired, swept", "cancelled_expired", campaign(-10n * DAY, cancelAfterClaim)],
];

const FRESH: [string, LifecycleStatus, Play][] = [
  ["active", "active", campaign(30n * DAY)],
  ["claimable", "claimable", campaign(-10n * DAY, claimFirst)],
  ["claimable stream", "claimable", stream()],
  ["claimed", "claimed", completed],
  [
    "paused",
    "paused",
    campaign(-10n * DAY, ({ api }, { cast, treeAddress }) =>
      pause(api, { treeAddress, authority: cast.authority }),
    ),
  ],
  ["cancelled_grace", "cancelled_grace", campaign(-10n * DAY, cancelAfterClaim)],
  [
    "instant_refunded",
    "instant_refunded",
    campaign(30n * DAY, ({ api }, { cast, treeAddress }) =>
      instantRefund(api, { treeAddress, authority: cast.authority, creator: cast.creator }),
    ),
  ],
  [
    "settled",
    "settled",
    stream(({ api }, { cast, treeAddress }) =>
      cancelStream(api, { treeAddress, authority: cast.authority, creator: cast.creator }),
    ),
  ],
];

/** Plays a campaign into each of the eight states and their variants on the ledger. */
export async function playStates(world: World, kind: Kind): Promise<Sample[]> {
  const visitor = world.wallet();
  const samples: Sample[] = [];
  const play = async ([name, status, make]: [string, LifecycleStatus, Play]) => {
    const { cast, treeAddress } = await make(world, kind);
    const { creator, authority, beneficiary } = cast;
    const roles = { visitor, creator, authority, beneficiary };
    samples.push({ name, status, cast, treeAddress, roles });
  };
  for (const aged of AGED) await play(aged);
  world.advance(GRACE_PERIOD_SECONDS);
  for (const { name, treeAddress, cast } of samples) {
    if (!name.endsWith("swept")) continue;
    await withdrawUnvested(world.api, { treeAddress, authority: cast.authority, creator: cast.creator });
  }
  for (const fresh of FRESH) await play(fresh);
  return samples;
}
