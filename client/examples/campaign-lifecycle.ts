/**
 * A campaign from its creation to its rotation, of native SOL and two recipients:
 * node campaign-lifecycle.js <service> <node> <creator's key file> <recipient's key file>
 */
import { readFileSync } from "node:fs";
import { Connection } from "@solana/web3.js";
import { ApiClient, keypairSigner, sendPlan } from "@vesting-index/client";
import * as plans from "@vesting-index/client/plans";

const [service = "", node = "", ...keyFiles] = process.argv.slice(2);
const [creator, ada] = keyFiles.map((file) =>
  keypairSigner(Uint8Array.from(JSON.parse(readFileSync(file, "utf8")))),
);
if (!creator || !ada)
  throw new Error("Pass the service URL, an RPC URL, and the key files of creator and recipient.");
const api = new ApiClient({ baseUrl: service });
const connection = new Connection(node, "confirmed");
const send = (plan: plans.SendablePlan) => sendPlan(plan, { api, connection, signers: [creator, ada] });

// Linear over two hours, of which one is over.
const now = Math.floor(Date.now() / 1000);
const times = { releaseType: 1, startTime: now - 3600, cliffTime: now - 3600, endTime: now + 3600 };
const getList = (forAda: number) => [
  { ...times, beneficiary: ada.address, amount: forAda },
  { ...times, beneficiary: creator.address, amount: 10_000_000 - forAda },
];

// Create it: the service builds the tree, the creator signs what creates and funds it.
const own = { creator: creator.address, mint: plans.NATIVE_MINT };
const authorities = { cancellable: true, cancelAuthority: creator.address, pauseAuthority: creator.address };
const campaignId = BigInt(Date.now());
const { treeAddress } = plans.campaignKeys({ ...own, campaignId });
const tree = await api.prepare({ recipients: getList(6_000_000), proofs: false });
const { merkleRoot, leafCount, totalSupply, leaves } = tree;
const sums = { totalSupply: BigInt(totalSupply), minCliffTime: BigInt(tree.minCliffTime) };
const campaign = { ...own, ...authorities, campaignId, merkleRoot, leafCount };
for (const plan of plans.planCreateCampaign({ ...campaign, ...sums })) await send(plan);

// Register it, so that its recipients find it.
const input = { treeAddress, totalSupply, leaves, createdAt: now, metadata: { name: "Whole life" } };
await api.register({ ...campaign, ...input, campaignId: campaignId.toString() }, creator);

// Claim what has vested, as the recipient.
const { leaf, proof } = await api.proof(treeAddress, { beneficiary: ada.address });
const mine = { leaf: plans.toLeaf(leaf), proof: plans.toProofBytes(proof) };
await send(plans.planClaim({ treeAddress, mint: own.mint, ...mine }));

// Rotate it: everybody keeps their place, and Ada gets more.
const next = await api.prepare({ treeAddress, recipients: getList(8_000_000), proofs: false });
const newRoot = { newRoot: next.merkleRoot, newLeafCount: next.leafCount };
const update = { treeAddress, cancelAuthority: creator.address, currentRoot: merkleRoot, ...newRoot };
await send(plans.planUpdateRoot({ ...update, newMinCliffTime: BigInt(next.minCliffTime) }));
await api.rotate(treeAddress, next, creator);

const { totalClaimed } = await api.campaign(treeAddress);
const [latest] = await api.rootVersions(treeAddress);
console.log(JSON.stringify({ treeAddress, totalClaimed, version: latest?.version }));
