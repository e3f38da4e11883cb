import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Keypair } from "@solana/web3.js";
import nacl from "tweetnacl";
import type * as z from "zod";
import { tokenMetadata } from "@/db/schema";
import { post } from "@/docs/actions/examples/act";
import { cancel } from "@/docs/actions/examples/cancel";
import { claim } from "@/docs/actions/examples/claim";
import { createCampaign, type Prepared, type Recipient } from "@/docs/actions/examples/create-campaign";
import { createStream } from "@/docs/actions/examples/create-stream";
import { sendPlan } from "@/docs/actions/examples/send-plan";
import { ApiClient } from "@/lib/client/api-client";
import type { RequestSigner } from "@/lib/client/wallet-session";
import type { CertificateView } from "@/lib/contract/certificate";
import type { confirmationCreatedView } from "@/lib/contract/confirmation";
import type { reminderCreatedView } from "@/lib/contract/reminder";
import type { WebhookEndpointView } from "@/lib/contract/webhook";
import { planCreateCampaign } from "@/lib/core/plans/create-campaign";
import { planUpdateRoot } from "@/lib/core/plans/govern-campaign";
import { GRACE_PERIOD_SECONDS } from "@/lib/core/vesting/lifecycle";
import type { Services } from "@/lib/service/services";
import { ROUTES } from "@/server/api";
import { createHttpServer } from "@/server/http-server";
import { type Cast, createCast, recipient, SUPPLY, World } from "@/tests/scenarios/actions/harness";
import { getCertificate } from "@/tests/support/certificate";
import { listenLocally } from "@/tests/support/local-server";
import { primaryName, registered, rootDomain } from "@/tests/support/name-accounts";
import { startPriceProvider } from "@/tests/support/price-provider";
import { writeSampleSnapshot } from "@/tests/support/sample-snapshot";

export const SECRETS = {
  ADMIN_API_KEY: "an-admin-key-for-tests",
  CRON_SECRET: "a-cron-secret-for-tests",
};

/** Encrypts the labels of the samples. */
const LABELS_KEY = Buffer.alloc(32, 1).toString("base64");

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

/** The self-hosted process's own server, with nothing behind it. */
function serve({ env, log }: Services) {
  const handle = async (_request: unknown, response: { end(text: string): void }) => response.end("no page");
  return listenLocally(createHttpServer({ env, log, handle: handle as never, routes: ROUTES }));
}

/** A running service whose index has something of everything that the API answers. */
export async function startSampleService() {
  const snapshots = mkdtempSync(join(tmpdir(), "vesting-snapshots-"));
  const { sha256 } = writeSampleSnapshot(snapshots);
  const provider = await startPriceProvider((mints) => ({
    body: Object.fromEntries(mints.map((mint) => [mint, { usdPrice: 1.25 }])),
  }));
  const world = await World.start({
    ledgerOptions: { accounts: await sampleNames() },
    settings: { ...SECRETS, LABELS_KEY, PRICE_API_URL: provider.url, SNAPSHOT_DIR: snapshots },
    given: {
      // Local servers receive webhooks and serve logos, so that no external server is called.
      fetchPublic: async (url, { method = "GET" }) =>
        method === "POST"
          ? { status: 204, headers: {}, body: Buffer.alloc(0), url }
          : { status: 200, headers: {}, body: PNG, url },
    },
    serve,
  });
  const close = async () => {
    await world.close();
    await provider.close();
    rmSync(snapshots, { recursive: true });
  };
  return { world, close, snapshotFile: sha256, ...(await fill(world)) };
}

/** A name with a primary name, as on a network with the name service. */
async function sampleNames() {
  const owner = getAddress(namedWallet);
  return [
    rootDomain(owner),
    await registered("alice.sol", owner),
    ...(await primaryName("alice.sol", owner)),
  ];
}

export type SampleService = Awaited<ReturnType<typeof startSampleService>>;

const half = SUPPLY / 2n;
export const getAddress = (wallet: Keypair) => wallet.publicKey.toBase58();
/** The owner of the sample name. */
export const namedWallet = Keypair.fromSeed(new Uint8Array(32).fill(7));

/** Half to the recipient by time, half to another wallet by a milestone. */
const twoRecipients = (world: World, cast: Cast, start = world.now - 500n): Recipient[] => [
  recipient(cast, { amount: half, start }),
  recipient(cast, {
    ...{ amount: half, start },
    over: { beneficiary: getAddress(cast.authority), releaseType: 2, milestoneIdx: 1 },
  }),
];

/** One wallet that creates campaigns and controls them. */
async function ownCast(world: World): Promise<Cast> {
  const cast = await createCast(world, "tokens");
  const own = getAddress(cast.creator);
  return { ...cast, terms: { ...cast.terms, cancelAuthority: own, pauseAuthority: own } };
}

const create = (world: World, cast: Cast, recipients: Recipient[]) =>
  createCampaign(world.api, { terms: cast.terms, recipients, creator: cast.creator });

/** Campaigns in the states that the actions need, and one with claims. */
async function fill(world: World) {
  const swept = await ownCast(world);
  const cancelled = await create(world, swept, twoRecipients(world, swept));
  await cancel(world.api, { treeAddress: cancelled, authority: swept.creator });
  world.advance(GRACE_PERIOD_SECONDS + 10n);

  const streamer = await ownCast(world);
  const stream = await createStream(world.api, {
    terms: streamer.terms,
    recipient: recipient(streamer, { amount: SUPPLY, start: world.now }),
    creator: streamer.creator,
  });
  const early = await ownCast(world);
  const unstarted = await create(world, early, twoRecipients(world, early, world.now + 5_000n));

  const cast = await ownCast(world);
  const endpointId = await addEndpoint(world, cast.creator);
  const treeAddress = await create(world, cast, twoRecipients(world, cast));
  const { mint, beneficiary } = cast;
  const signature = await claim(world.api, { treeAddress, mint, beneficiary });
  // There is something to be claimed again.
  world.advance(100n);
  const row = { mint, found: true, symbol: "ACME", name: "Acme", uri: "https://acme.example/logo.png" };
  await world.db.insert(tokenMetadata).values({ ...row, fetchedAt: Date.now() });
  return { cast, endpointId, treeAddress, signature, swept, cancelled, streamer, stream, early, unstarted };
}

/** Adds a webhook endpoint for the campaigns of a creator. */
export async function addEndpoint({ api }: World, wallet: Keypair): Promise<string> {
  const body = { url: "https://receiver.example/hooks", creator: getAddress(wallet) };
  const made = await post<{ endpoint: WebhookEndpointView }>(api, "/api/webhooks", { body, wallet });
  return made.endpoint.id;
}

/** Creates a list of recipients who confirm their wallets: the beneficiary of the cast, and an invited recipient. */
export const addConfirmationList = ({ world, cast }: Pick<SampleService, "world" | "cast">) =>
  post<z.output<typeof confirmationCreatedView>>(world.api, "/api/confirmations", {
    body: {
      name: "Team tokens",
      recipients: [
        { wallet: getAddress(cast.beneficiary), reference: "Employee 7" },
        { reference: "Employee 12" },
      ],
    },
    wallet: cast.creator,
  });

/** A subscription of a wallet to reminders, with the secret that signs them. */
export const addReminder = ({ api }: World, wallet: Keypair) =>
  post<z.output<typeof reminderCreatedView>>(api, "/api/reminders", {
    body: { channel: "webhook", target: "https://receiver.example/reminders" },
    wallet,
  });

/** Stores labels of two wallets for another one. */
export const addLabels = ({ api }: World, wallet: Keypair, [first, second]: readonly [Keypair, Keypair]) =>
  new ApiClient({ baseUrl: api.baseUrl }).storeLabels(
    [
      { recipient: getAddress(first), category: "team", note: "Engineer since 2025" },
      { recipient: getAddress(second), category: "investor" },
    ],
    getSigner(wallet),
  );

/** A signer for the client package. */
export const getSigner = (wallet: Keypair): RequestSigner => ({
  address: getAddress(wallet),
  signMessage: (message) => nacl.sign.detached(message, wallet.secretKey),
});

/** The body that registers a campaign which is on the ledger and not registered yet. */
export async function unregistered(world: World) {
  const cast = await ownCast(world);
  const { creator, mint } = cast.terms;
  const terms = { ...cast.terms, campaignId: cast.terms.campaignId.toString() };
  const prepared = await post<Prepared>(world.api, "/api/campaigns/prepare", {
    body: { ...terms, recipients: twoRecipients(world, cast), proofs: false },
  });
  const { merkleRoot, leafCount, totalSupply, minCliffTime, treeAddress, leaves } = prepared;
  const plans = planCreateCampaign({
    ...{ ...cast.terms, creator, mint, merkleRoot, leafCount },
    ...{ totalSupply: BigInt(totalSupply), minCliffTime: BigInt(minCliffTime) },
  });
  for (const plan of plans) await sendPlan(world.api, plan, [cast.creator]);
  const createdAt = Number(world.now);
  const metadata = { name: "Team 2027", description: "Those who build it." };
  const body = { ...terms, treeAddress, merkleRoot, leafCount, totalSupply, createdAt, metadata, leaves };
  return { wallet: cast.creator, body };
}

/** The body that records a rotation which is on the ledger already. */
export async function rotated(world: World) {
  const cast = await ownCast(world);
  const before = twoRecipients(world, cast);
  const treeAddress = await create(world, cast, before);
  const { merkleRoot: currentRoot } = await world.detail(treeAddress);
  const recipients = before.map((entry, at) => (at === 1 ? { ...entry, milestoneIdx: 2 } : entry));
  const prepared = await post<Prepared>(world.api, "/api/campaigns/prepare", {
    body: { treeAddress, recipients, proofs: false },
  });
  const { merkleRoot, leafCount, minCliffTime, leaves } = prepared;
  const plan = planUpdateRoot({
    ...{ treeAddress, cancelAuthority: getAddress(cast.creator), currentRoot },
    ...{ newRoot: merkleRoot, newLeafCount: leafCount, newMinCliffTime: BigInt(minCliffTime) },
  });
  await sendPlan(world.api, plan, [cast.creator]);
  return { wallet: cast.creator, treeAddress, body: { merkleRoot, leafCount, minCliffTime, leaves } };
}

/** A certificate of the sample campaign, as the command `certify` writes it. */
export async function certificateFor({
  world,
  treeAddress,
}: Pick<SampleService, "world" | "treeAddress">): Promise<CertificateView> {
  const { merkleRoot } = await world.detail(treeAddress);
  return getCertificate({ treeAddress, merkleRoot, genesis: await world.ledger.connection.getGenesisHash() });
}

/** Stores a certificate of the sample campaign as its operator. */
export async function storeCertificate(service: Pick<SampleService, "world" | "treeAddress">): Promise<void> {
  const { world, treeAddress } = service;
  const response = await fetch(`${world.api.baseUrl}/api/campaigns/${treeAddress}/certificate`, {
    method: "PUT",
    headers: { "content-type": "application/json", "x-admin-key": SECRETS.ADMIN_API_KEY },
    body: JSON.stringify(await certificateFor(service)),
  });
  if (!response.ok) throw new Error(await response.text());
}
