import { readFileSync } from "node:fs";
import { print } from "@/cli/terminal";
import { formatAmount } from "@/components/format/amount";
import type { ApiClient } from "@/lib/client/api-client";
import { ApiClientError } from "@/lib/client/api-error";
import type { DemoAccount } from "@/lib/client/demo-accounts";
import type { DemoLedger } from "@/lib/client/demo-ledger";
import { keypairSigner } from "@/lib/client/network/signers";
import { type Cursor, fetchPages } from "@/lib/client/pages";
import type { PreparedView } from "@/lib/contract/operations";
import { verifyProof } from "@/lib/core/merkle/verify";
import { planClaim } from "@/lib/core/plans/claim";
import { planCreateCampaign } from "@/lib/core/plans/create-campaign";
import { toLeaf, toProofBytes } from "@/lib/core/plans/leaf-from-json";
import { findVestingTreeAddress } from "@/lib/core/solana/pdas";
import { startStep } from "../progress";

const CAMPAIGN_ID = 1n;
const CSV = "examples/recipients-10000.csv";
const MESSY_CSV = "examples/recipients-messy.csv";
/** Decimals of the demo token. */
const DECIMALS = 6;
const LEAVES_PER_PAGE = 1_000;

export type Demo = { api: ApiClient; ledger: DemoLedger; creator: DemoAccount; token: DemoAccount };

const getSigner = ({ secretKey }: DemoAccount) => keypairSigner(secretKey);

export const demoTree = ({ creator, token }: Demo) =>
  findVestingTreeAddress({ creator: creator.address, mint: token.address, campaignId: CAMPAIGN_ID }).address;

/** Prints the response to a recipients file with errors. */
export async function importMessy({ api, creator }: Demo): Promise<void> {
  const step = startStep(`Import ${MESSY_CSV}`);
  const csv = readFileSync(MESSY_CSV);
  const imported = await api.importRecipients(csv, getSigner(creator), { decimals: DECIMALS });
  step.done(`${imported.validRows} of ${imported.totalRows} rows are valid`);
  for (const { row, field, message } of imported.errors.slice(0, 3)) {
    print(`       row ${row}, ${field}: ${message}`);
  }
  print(`       … ${imported.errors.length} errors, each at its row`);
}

/** Builds the tree of the recipients file, with all proofs. */
export async function prepare({ api, creator, token }: Demo): Promise<PreparedView> {
  const importing = startStep(`Import ${CSV}`);
  const body = new Blob([readFileSync(CSV)]);
  const imported = await api.importRecipients(body, getSigner(creator));
  importing.done(`${imported.validRows} recipients`);
  const preparing = startStep("Prepare the Merkle tree");
  const prepared = await api.prepare({
    recipients: imported.recipients,
    creator: creator.address,
    mint: token.address,
    campaignId: CAMPAIGN_ID.toString(),
    cancellable: true,
    cancelAuthority: creator.address,
  });
  preparing.done(`root ${prepared.merkleRoot.slice(0, 16)}…, ${prepared.leafCount} proofs`);
  return prepared;
}

/** Creates and funds the campaign on the ledger unless it exists. */
export async function createOnNetwork(demo: Demo, prepared: PreparedView): Promise<void> {
  const { ledger, creator, token } = demo;
  const step = startStep("Create and fund the campaign on the local ledger");
  if (await ledger.exists(demoTree(demo))) return step.done("the campaign already exists");
  const totalSupply = BigInt(prepared.totalSupply);
  await ledger.fillUp(creator);
  const plans = planCreateCampaign({
    creator: creator.address,
    mint: token.address,
    campaignId: CAMPAIGN_ID,
    merkleRoot: prepared.merkleRoot,
    leafCount: prepared.leafCount,
    totalSupply,
    minCliffTime: BigInt(prepared.minCliffTime),
    cancellable: true,
    cancelAuthority: creator.address,
    pauseAuthority: creator.address,
  });
  for (const { instructions } of plans) await ledger.send(instructions, [creator]);
  step.done(`${plans.length} transaction${plans.length === 1 ? "" : "s"}`);
}

/** Registers the campaign as its creator; a repetition changes nothing. */
export async function register(demo: Demo, prepared: PreparedView): Promise<void> {
  const { api, creator, token } = demo;
  const step = startStep("Register the campaign");
  const { ok: _, ...registered } = await api.register(
    {
      treeAddress: demoTree(demo),
      creator: creator.address,
      mint: token.address,
      campaignId: CAMPAIGN_ID.toString(),
      merkleRoot: prepared.merkleRoot,
      leafCount: prepared.leafCount,
      totalSupply: prepared.totalSupply,
      cancellable: true,
      cancelAuthority: creator.address,
      pauseAuthority: creator.address,
      createdAt: Math.floor(Date.now() / 1000),
      metadata: { name: "Demo: team and community", description: "10,000 recipients, three schedules" },
      leaves: prepared.leaves.map(({ proof: _, ...leaf }) => leaf),
    },
    getSigner(creator),
  );
  step.done(`${prepared.leafCount} recipients${registered.verified ? ", confirmed by the network" : ""}`);
}

/** Reads every stored leaf back and checks its proof against the root, as the program would. */
export async function verifyEveryProof(demo: Demo): Promise<number> {
  const step = startStep("Verify every proof that the service stores");
  let verified = 0;
  const request = (cursor: Cursor) =>
    demo.api.leaves(demoTree(demo), { limit: LEAVES_PER_PAGE, proofs: true, cursor });
  for await (const page of fetchPages(request)) {
    for (const { proof = [], ...leaf } of page.leaves) {
      const isValid = await verifyProof({
        leaf: toLeaf(leaf),
        proof: toProofBytes(proof),
        root: page.merkleRoot,
        leafCount: page.total,
      });
      if (!isValid) throw new Error(`The proof of leaf ${leaf.leafIndex} does not lead to the root.`);
      verified++;
    }
    step.progress(verified, page.total);
  }
  step.done(`${verified} proofs verified`);
  return verified;
}

/** Claims the vested amount of a beneficiary, and waits until the claim is indexed. */
export async function claimAs(demo: Demo, beneficiary: DemoAccount): Promise<void> {
  const { api, ledger, token } = demo;
  const step = startStep(`Claim as ${beneficiary.name}`);
  const treeAddress = demoTree(demo);
  const before = await api.claims(treeAddress, { beneficiary: beneficiary.address });
  if (before.total > 0) return step.done("already claimed");
  await ledger.fillUp(beneficiary);
  const { leaf, proof } = await api.proof(treeAddress, { beneficiary: beneficiary.address });
  const plan = planClaim({
    treeAddress,
    mint: token.address,
    leaf: toLeaf(leaf),
    proof: toProofBytes(proof),
  });
  const signature = await ledger.send(plan.instructions, [beneficiary]);
  const { results } = await api.syncEvents([signature]);
  const { claims } = await api.claims(treeAddress, { beneficiary: beneficiary.address });
  if (claims.length === 0) throw new Error(`The claim ${signature} is not indexed: ${results[0]?.status}.`);
  step.done(`${formatAmount(BigInt(claims[0]?.amount ?? 0), DECIMALS)} tokens, indexed`);
}

/** Returns whether an earlier run registered the campaign. */
export async function isRegistered(demo: Demo): Promise<boolean> {
  try {
    await demo.api.campaign(demoTree(demo));
    return true;
  } catch (error) {
    if (error instanceof ApiClientError && error.status === 404) return false;
    throw error;
  }
}
