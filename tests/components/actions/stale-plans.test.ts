import type { Keypair } from "@solana/web3.js";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { ActionRequest } from "@/components/actions/action-request";
import { CAMPAIGN_CHANGED } from "@/components/actions/chain-state";
import { type PreparedAction, prepareAction, requireUnchanged } from "@/components/actions/prepare-action";
import type { ClaimEverythingRequest } from "@/components/claim-everything/claim-request";
import { planEverything, readPlanBasis } from "@/components/claim-everything/plan-everything";
import type { WalletAccount } from "@/components/wallet/wallet-store";
import { cancel } from "@/docs/actions/examples/cancel";
import { cancelStream } from "@/docs/actions/examples/cancel-stream";
import { claim } from "@/docs/actions/examples/claim";
import { createCampaign } from "@/docs/actions/examples/create-campaign";
import { createStream } from "@/docs/actions/examples/create-stream";
import { pause } from "@/docs/actions/examples/pause";
import { updateRoot } from "@/docs/actions/examples/update-root";
import { LONG } from "@/ledger/tests/support/long";
import type { ActionCampaign } from "@/lib/contract/operations";
import type { VestingProgress } from "@/lib/contract/portfolio/beneficiary";
import { english } from "@/lib/core/i18n/translator";
import { DEFAULT_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { readCampaignPage } from "@/lib/service/pages/campaign-page";
import { createCast, type Kind, recipient, SUPPLY, World } from "@/tests/scenarios/actions/harness";
import { stubPageFetch } from "@/tests/support/browser-globals";
import { connectPages } from "@/tests/support/page-ledger";

/**
 * Prepares a recipient's plans on the service's own routes and the local ledger, while another window acts.
 */

let world: World;
connectPages(() => world.api.rpcUrl);
beforeAll(async () => {
  world = await World.start();
}, LONG.timeout);
afterAll(() => world.close());

beforeEach(() => {
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {}, removeItem: () => {}, length: 0 });
  stubPageFetch(world.api.baseUrl);
});
afterEach(() => vi.unstubAllGlobals());

const getAccount = (keypair: Keypair): WalletAccount => ({
  ...{ address: keypair.publicKey.toBase58(), walletName: "Test wallet", signsTransactions: true },
  ...{ chains: [], signMessage: undefined, signTransaction: async (wire) => wire },
});

const DAY = 86_400n;

/** Starts a campaign of two recipients, or a stream of one, of which a quarter has vested. */
async function started(kind: Kind, isStream = false) {
  const cast = await createCast(world, kind);
  const { terms, creator } = cast;
  const start = world.now - 25n * DAY;
  const over = { endTime: (start + 100n * DAY).toString() };
  const mine = recipient(cast, { amount: SUPPLY, start, over });
  const other = world.wallet().publicKey.toBase58();
  const half = { ...mine, amount: (SUPPLY / 2n).toString() };
  const recipients = [half, { ...half, beneficiary: other }];
  const treeAddress = isStream
    ? await createStream(world.api, { terms, recipient: mine, creator })
    : await createCampaign(world.api, { terms, recipients, creator });
  return { ...cast, treeAddress, recipients };
}

type Started = Awaited<ReturnType<typeof started>>;

async function claimRequest({ treeAddress, beneficiary }: Started): Promise<ActionRequest> {
  const page = await readCampaignPage(treeAddress);
  const address = beneficiary.publicKey.toBase58();
  const { campaigns } = await world.get<VestingProgress>(`/api/beneficiary/${address}/vesting-progress`);
  const entry = campaigns.find((each) => each.treeAddress === treeAddress);
  if (!page || !entry) throw new Error("The campaign is not registered.");
  const campaign: ActionCampaign = page.action;
  const { claimable, stillToCome } = entry.progress;
  return { kind: "claim", campaign, leaves: entry.leaves, claimable, stillToCome };
}

type Change = { isStream?: boolean; act: (input: Started) => Promise<unknown>; shows: string | RegExp };

const halve = ({ treeAddress, authority, recipients }: Started) =>
  world.detail(treeAddress).then(({ merkleRoot: currentRoot }) => {
    const halved = recipients.map((each) => ({ ...each, amount: (BigInt(each.amount) / 2n).toString() }));
    return updateRoot(world.api, { treeAddress, currentRoot, recipients: halved, authority });
  });

const CHANGES: Record<string, Change> = {
  "a pause": { act: (item) => pause(world.api, item), shows: "Claims are paused." },
  "a cancellation": { act: (item) => cancel(world.api, item), shows: CAMPAIGN_CHANGED },
  "a rotation": { act: halve, shows: CAMPAIGN_CHANGED },
  "a settlement": {
    isStream: true,
    act: (item) => cancelStream(world.api, { ...item, authority: item.authority }),
    shows: "The stream was cancelled. Recipient and creator were paid their shares.",
  },
  "a claim from another window": {
    act: (item) => claim(world.api, { ...item, leafIndex: 0 }),
    // More may have vested by the next second.
    shows: /^(The campaign has changed|No further amount has vested yet)/,
  },
};

describe.each(["tokens", "native SOL"] as const)("a claim of %s", (kind) => {
  test.each(Object.keys(CHANGES))("is refused before the wallet opens after %s", LONG, async (name) => {
    const change = CHANGES[name];
    if (!change) throw new Error(`There is no change ${name}.`);
    const campaign = await started(kind, change.isStream);
    const request = await claimRequest(campaign);
    const preparing = { t: english, account: getAccount(campaign.beneficiary), now: world.now };
    const shown: PreparedAction = await prepareAction(request, preparing);
    expect(shown.plans).toHaveLength(1);
    await change.act(campaign);
    const late = { ...preparing, now: world.now };
    await expect(requireUnchanged(request, shown, late)).rejects.toThrow(change.shows);
  });

  test("is not refused for the amount that vests meanwhile", LONG, async () => {
    const campaign = await started(kind);
    const request = await claimRequest(campaign);
    const preparing = { t: english, account: getAccount(campaign.beneficiary), now: world.now };
    const shown = await prepareAction(request, preparing);
    world.advance(60n);
    const late = { ...preparing, now: world.now };
    await expect(requireUnchanged(request, shown, late)).resolves.toBeUndefined();
    const fresh = await prepareAction(request, late);
    if (fresh.request.kind !== "claim" || shown.request.kind !== "claim") throw new Error("Both are claims.");
    expect(BigInt(fresh.request.claimable)).toBeGreaterThan(BigInt(shown.request.claimable));
  });
});

test.each(["tokens", "native SOL"] as const)(
  "a campaign of %s that is fully funded is not funded again after a claim",
  LONG,
  async (kind) => {
    const campaign = await started(kind);
    const page = await readCampaignPage(campaign.treeAddress);
    if (!page) throw new Error("The campaign is not registered.");
    await claim(world.api, { ...campaign, leafIndex: 0 });
    const request: ActionRequest = { kind: "fund", campaign: page.action, amount: "5" };
    const preparing = { t: english, account: getAccount(campaign.creator), now: world.now };
    await expect(prepareAction(request, preparing)).rejects.toThrow("This campaign is fully funded.");
  },
);

describe("a claim from all campaigns", () => {
  test.each(Object.keys(CHANGES))("depends on a state that changes with %s", LONG, async (name) => {
    const change = CHANGES[name];
    if (!change) throw new Error(`There is no change ${name}.`);
    const campaign = await started("tokens", change.isStream);
    const me = getAccount(campaign.beneficiary);
    const request: ClaimEverythingRequest = {
      ...{
        address: me.address,
        programId: DEFAULT_PROGRAM_ID,
        order: [],
        unsolicited: [],
        sponsored: [],
        tokens: [],
      },
      ...{ prices: {}, uncovered: 0 },
    };
    const plan = await planEverything({
      ...{ t: english, request, account: me, includesUnsolicited: false, claimed: new Set<string>() },
      ...{ now: world.now, onPhase: () => {} },
    });
    expect(plan.transactions).toHaveLength(1);
    expect(await readPlanBasis(plan.claims, request)).toBe(plan.basis);
    await change.act(campaign);
    expect(await readPlanBasis(plan.claims, request)).not.toBe(plan.basis);
  });
});

describe("the cancellation of a stream", () => {
  test("shows the current split when the page that opened it is outdated", LONG, async () => {
    const campaign = await started("tokens", true);
    const page = await readCampaignPage(campaign.treeAddress);
    if (!page?.onlyLeaf) throw new Error("A stream has one leaf.");
    const request: ActionRequest = { kind: "cancel-stream", campaign: page.action, leaf: page.onlyLeaf };
    world.advance(25n * DAY);
    const preparing = { t: english, account: getAccount(campaign.creator), now: world.now };
    const { request: current } = await prepareAction(request, preparing);
    expect(Number(page.action.unclaimed)).toBeCloseTo(Number(SUPPLY) / 4, -5);
    expect(Number(current.campaign.unclaimed)).toBeCloseTo(Number(SUPPLY) / 2, -5);
  });
});
