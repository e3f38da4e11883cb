import { Connection, type Keypair } from "@solana/web3.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCampaign } from "@/docs/actions/examples/create-campaign";
import { LONG } from "@/ledger/tests/support/long";
import { caseCount } from "@/ledger/tests/support/thorough";
import { planClaim } from "@/lib/core/plans/claim";
import { type AnsweredLeaf, toLeaf, toProofBytes } from "@/lib/core/plans/leaf-from-json";
import { packPlans } from "@/lib/core/plans/pack-plans";
import { unsignedTransaction } from "@/lib/core/plans/serialize-plan";
import { createCast, recipient, World } from "./harness";

/** The program lets one beneficiary claim from 8 linear leaves, so up to 125 beneficiaries share the tree. */
const LEAVES_EACH = 8;
const LEAVES = LEAVES_EACH * caseCount(125);
const AMOUNT = 1_000_000n;

let world: World;
beforeAll(async () => {
  world = await World.start();
}, LONG.timeout);
afterAll(() => world.close());

test("a claim built from the API's proof lands for every leaf of a large tree", LONG, async () => {
  const cast = await createCast(world, "native SOL");
  const { creator, mint, terms } = cast;
  const beneficiaries = Array.from({ length: LEAVES / LEAVES_EACH }, () => world.wallet());
  const start = world.now - 5_000n;
  const recipients = Array.from({ length: LEAVES }, (_, at) => {
    const beneficiary = beneficiaries[at % beneficiaries.length] ?? creator;
    return recipient({ ...cast, beneficiary }, { amount: AMOUNT + BigInt(at), start });
  });
  const treeAddress = await createCampaign(world.api, { terms, recipients, creator });
  const connection = new Connection(world.api.rpcUrl, "confirmed");
  for (const beneficiary of beneficiaries) await claimAll(connection, { treeAddress, mint, beneficiary });
  // The last claim of a native campaign empties and closes the tree.
  expect(await world.exists(treeAddress)).toBe(false);
});

type Proofs = { leaves: { leaf: AnsweredLeaf; proof: number[][] }[] };

async function claimAll(
  connection: Connection,
  input: { treeAddress: string; mint: string; beneficiary: Keypair },
): Promise<void> {
  const { treeAddress, mint, beneficiary } = input;
  const address = beneficiary.publicKey.toBase58();
  const path = `/api/campaigns/${treeAddress}/proof?beneficiary=${address}&all=true`;
  const { leaves } = await world.get<Proofs>(path);
  expect(leaves).toHaveLength(LEAVES_EACH);
  const plans = leaves.map(({ leaf, proof }) =>
    planClaim({ treeAddress, mint, leaf: toLeaf(leaf), proof: toProofBytes(proof) }),
  );
  const recent = await connection.getLatestBlockhash();
  const sending = packPlans(plans).map((plan) => {
    const transaction = unsignedTransaction(plan, recent);
    transaction.sign(beneficiary);
    // Preflight is off, because the transaction itself has to land.
    return connection.sendRawTransaction(transaction.serialize(), { skipPreflight: true });
  });
  const { value } = await connection.getSignatureStatuses(await Promise.all(sending));
  expect(value).toHaveLength(sending.length);
  for (const status of value) expect(status).toMatchObject({ err: null });
}
