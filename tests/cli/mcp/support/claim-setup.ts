import { PublicKey, TransactionInstruction } from "@solana/web3.js";
import { createCampaign } from "@/docs/actions/examples/create-campaign";
import { ApiClient } from "@/lib/client/api-client";
import { toBase64 } from "@/lib/core/offline/export-file";
import { planClaim } from "@/lib/core/plans/claim";
import { toLeaf, toProofBytes } from "@/lib/core/plans/leaf-from-json";
import type { SendablePlan, TransactionPlan } from "@/lib/core/plans/plan";
import { unsignedBytes } from "@/lib/core/plans/serialize-plan";
import { createCast, recipient, World } from "@/tests/scenarios/actions/harness";
import { createWallet } from "@/tests/support/http";
import { TestAgent } from "./agent";
import { LyingService } from "./lying-service";

export const SOL = 1_000_000_000n;
export const STRANGER = createWallet(new Uint8Array(32).fill(99)).address;
export const BLOCKHASH = createWallet(new Uint8Array(32).fill(98)).address;
export const RECENT = { blockhash: BLOCKHASH, lastValidBlockHeight: 0 };

/** Returns the transaction of a plan in base64. */
export const toWire = (plan: SendablePlan): string => toBase64(unsignedBytes(plan, RECENT));

/** A campaign with two leaves of one wallet, a service that can lie about it, and agents without and with a node. */
export type ClaimSetting = Awaited<ReturnType<typeof startClaimSetting>>;

export async function startClaimSetting() {
  const world = await World.start();
  const cast = await createCast(world, "tokens");
  const { mint, beneficiary } = cast;
  const account = beneficiary.publicKey.toBase58();
  const start = world.now - 500n;
  const other = recipient({ ...cast, beneficiary: world.wallet() }, { amount: SOL, start });
  const recipients = [1, 2].map(() => recipient(cast, { amount: SOL, start }));
  const treeAddress = await createCampaign(world.api, {
    ...{ terms: cast.terms, creator: cast.creator, recipients: [...recipients, other] },
  });
  const { leaves } = await new ApiClient({ baseUrl: world.api.baseUrl }).proofs(treeAddress, account);
  const plans = leaves.map(({ leaf, proof }) =>
    planClaim({ treeAddress, mint, leaf: toLeaf(leaf), proof: toProofBytes(proof) }),
  );
  const service = await LyingService.start(world.api.baseUrl);
  const agent = await TestAgent.connect({ url: service.url });
  const agentWithNode = await TestAgent.connect({ url: service.url, rpc: world.api.rpcUrl });
  return {
    ...{ rpcUrl: world.api.rpcUrl, service, agent, agentWithNode },
    ...{ treeAddress, mint, beneficiary, account, plans },
    /** Calls build_claim, which fails, and returns its sentence. */
    claim: (from: TestAgent = agent): Promise<string> =>
      from.refusal("build_claim", { treeAddress, account }),
    close: async () => {
      await agent.close();
      await agentWithNode.close();
      await service.close();
      await world.close();
    },
  };
}

/** Returns the plan of an honest claim. */
export function claimPlan({ plans }: Pick<ClaimSetting, "plans">, at = 0): TransactionPlan {
  const plan = plans[at];
  if (!plan) throw new RangeError(`There is no plan ${at}.`);
  return plan;
}

type Parts = Partial<Pick<TransactionInstruction, "keys" | "data" | "programId">>;

/** Returns the first claim with a changed instruction. */
export function changedClaim(
  setting: ClaimSetting,
  change: (instruction: TransactionInstruction) => Parts,
): SendablePlan {
  const plan = claimPlan(setting);
  const instructions = plan.instructions.map((instruction) => {
    const { keys, data, programId } = instruction;
    return new TransactionInstruction({ keys, data, programId, ...change(instruction) });
  });
  return { ...plan, instructions };
}

/** Returns the first claim with another address for one of its accounts. */
export const withAccount = (setting: ClaimSetting, role: string, address: string): SendablePlan =>
  changedClaim(setting, ({ keys }) => ({
    keys: keys.map((key) =>
      key.pubkey.toBase58() === claimPlan(setting).accounts[role]
        ? { ...key, pubkey: new PublicKey(address) }
        : key,
    ),
  }));

/** Returns the first claim with another amount in its leaf. */
export const withAmount = (setting: ClaimSetting, amount: bigint): SendablePlan =>
  changedClaim(setting, ({ data }) => {
    const changed = Buffer.from(data);
    const honest = Buffer.alloc(8);
    honest.writeBigUInt64LE(SOL);
    changed.writeBigUInt64LE(amount, changed.indexOf(honest));
    return { data: changed };
  });
