import { Connection } from "@solana/web3.js";
import { startLedger } from "@vesting-index/ledger";
import { ApiClient } from "@/lib/client/api-client";
import { DemoLedger } from "@/lib/client/demo-ledger";
import { type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";
import { createPublicFetch } from "@/lib/service/outbound/fetch-public";
import { isPublicAddress } from "@/lib/service/outbound/public-address";
import { provideServices, services } from "@/lib/service/services";
import { startSecureServer, TEST_CERTIFICATE } from "@/tests/support/secure-server";
import { metadataAccount } from "@/tests/support/token-metadata";
import { recipient, SampleCampaign, SampleLedger } from "./sample-campaign";
import { ADA, CREATOR, sampleAccount } from "./sample-keys";
import { type Dashboard, startDashboard } from "./start-dashboard";

const DEVNET = "EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG";
const [DAY, MINTED] = [86_400n, 1_000_000_000_000n];

/**
 * A token with complete metadata, one that imitates USDC, one with hostile texts, and one without metadata.
 */
const TOKENS = ["acme", "look-alike", "hostile", "nameless"] as const;
type DevnetTokens = Record<(typeof TOKENS)[number], { mint: string; tree: string }>;
export type DevnetDashboard = { url: string; ledgerUrl: string; tokens: DevnetTokens; signature: string };

const getToken = (name: string) => sampleAccount(`token ${name}`);
const getMint = (name: string) => getToken(name).address;

/**
 * Starts a dashboard on a second ledger that reports itself as devnet, with a campaign in each of the tokens.
 */
export async function startDevnetDashboard(): Promise<DevnetDashboard & Dashboard> {
  const files = await startSecureServer(answerFile);
  const at = (path: string) => `${files.origin("one.test")}${path}`;
  const ledger = await startLedger({
    genesisHash: DEVNET,
    controls: true,
    accounts: [
      metadataAccount({ mint: getMint("acme"), name: "Acme Token", symbol: "ACME", uri: at("/acme.json") }),
      metadataAccount({
        mint: getMint("look-alike"),
        ...{ name: "USD Coin", symbol: "USDС", uri: "https://10.0.0.1/logo.json" },
      }),
      metadataAccount({
        mint: getMint("hostile"),
        ...{ name: "\u202E<script>\u2066x", symbol: "9 <b>", uri: at("/to-metadata.json") },
      }),
    ],
  });
  const dashboard = await startDashboard({ SOLANA_RPC_URL: ledger.url, PRICE_API_URL: "http://127.0.0.1:9" });
  const close = async () => {
    await dashboard.close();
    await ledger.close();
    await files.close();
  };
  try {
    // On the tests' internet, this machine is a public server with a trusted certificate.
    const fetchPublic = createPublicFetch({
      resolve: async () => ["127.0.0.1"],
      mayReach: (address) => address === "127.0.0.1" || isPublicAddress(address),
      ca: TEST_CERTIFICATE,
    });
    provideServices({ ...(await services()), fetchPublic });
    const played = await play({ url: dashboard.url, ledgerUrl: ledger.url });
    return { url: dashboard.url, ledgerUrl: ledger.url, ...played, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function play(service: { url: string; ledgerUrl: string }) {
  const ledger = new SampleLedger(service.ledgerUrl);
  const api = new ApiClient({ baseUrl: service.url });
  const mints = new DemoLedger(new Connection(service.ledgerUrl, "confirmed"));
  for (const account of [CREATOR, ADA]) await ledger.fill(account, 100);
  await ledger.advance(1);
  const tokens = {} as DevnetTokens;
  let acme: SampleCampaign | undefined;
  for (const [position, name] of TOKENS.entries()) {
    await mints.mintTokens({ token: getToken(name), creator: CREATOR, amount: MINTED });
    const draft = {
      name: `Campaign in ${name}`,
      description: "One allocation for each recipient.",
      campaignId: BigInt(position + 1),
      leaves: leavesAt(ledger.now),
    };
    const campaign = await SampleCampaign.create({ ledger, api }, { ...draft, mint: getMint(name) });
    tokens[name] = { mint: getMint(name), tree: campaign.keys.treeAddress };
    acme ??= campaign;
  }
  if (!acme) throw new Error("There is no campaign.");
  await acme.rotate(acme.leaves.map((leaf) => ({ ...leaf, endTime: leaf.endTime + DAY })));
  await acme.claim(0);
  await ledger.advance(1);
  await api.syncEvents(ledger.signatures.slice(-10));
  return { tokens, signature: ledger.signatures.at(-1) ?? "" };
}

const leavesAt = (now: bigint): Leaf[] =>
  [0, 1].map((leafIndex) => ({
    leafIndex,
    beneficiary: recipient(leafIndex).address,
    amount: 1_234_500_000n,
    releaseType: ReleaseType.Linear,
    startTime: now - 100n * DAY,
    cliffTime: now - 100n * DAY,
    endTime: now + 100n * DAY,
    milestoneIdx: 0,
  }));

/** A green square of 8 pixels. */
const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR42mOQW5CHFTEMLQkAOntLAXx8rY4AAAAASUVORK5CYII=",
  "base64",
);

const answerFile: Parameters<typeof startSecureServer>[0] = (request, response) => {
  if (request.url === "/acme.json") response.end(JSON.stringify({ name: "Acme Token", image: "/acme.png" }));
  else if (request.url === "/acme.png") response.setHeader("content-type", "image/png").end(PICTURE);
  else response.writeHead(302, { location: "https://169.254.169.254/latest/meta-data/" }).end();
};
