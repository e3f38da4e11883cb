import {
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
} from "@solana/web3.js";
import { describe, expect, test } from "vitest";
import { planClaim } from "@/lib/core/plans/claim";
import { withFeePayer } from "@/lib/core/plans/durable-nonce";
import type { TransactionPlan } from "@/lib/core/plans/plan";
import { unsignedBytes } from "@/lib/core/plans/serialize-plan";
import { DEFAULT_PROGRAM_ID, TOKEN_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { requireOwnClaim } from "@/lib/service/sponsored-claims/own-claim";

const [sponsor, wallet, other] = Array.from({ length: 3 }, () => Keypair.generate().publicKey) as [
  PublicKey,
  PublicKey,
  PublicKey,
];
const RENT = 2_505_600n;
const leaf = {
  ...{ leafIndex: 0, beneficiary: wallet.toBase58(), amount: 1n, releaseType: 0 as const },
  ...{ startTime: 0n, cliffTime: 1n, endTime: 1n, milestoneIdx: 0 },
};
const claim = withFeePayer(
  planClaim({ treeAddress: other.toBase58(), mint: other.toBase58(), leaf, proof: new Uint8Array() }),
  sponsor.toBase58(),
);
const transfer = (lamports: bigint, to = wallet, fromPubkey = sponsor) =>
  SystemProgram.transfer({ fromPubkey, toPubkey: to, lamports });

const withBefore = (...before: TransactionInstruction[]): TransactionPlan => ({
  ...claim,
  instructions: [...before, ...claim.instructions],
});

function check(plan: TransactionPlan, rent = 0n): void {
  const recent = { blockhash: other.toBase58(), lastValidBlockHeight: 1 };
  requireOwnClaim(unsignedBytes(plan, recent), {
    ...{ sponsor: sponsor.toBase58(), wallet: wallet.toBase58(), programId: DEFAULT_PROGRAM_ID, rent },
  });
}

describe("requireOwnClaim", () => {
  test("accepts a claim, with a compute budget and with the reserved rent", () => {
    const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1n });
    expect(() => check(claim)).not.toThrow();
    expect(() => check(withBefore(price))).not.toThrow();
    expect(() => check(withBefore(price, transfer(RENT)), RENT)).not.toThrow();
  });

  const tokenTransfer = new TransactionInstruction({
    programId: new PublicKey(TOKEN_PROGRAM_ID),
    keys: [{ pubkey: sponsor, isSigner: true, isWritable: true }],
    data: Buffer.from([3, 0, 0, 0, 0, 0, 0, 0, 0]),
  });
  const sponsorAsAccount: TransactionPlan = {
    ...claim,
    instructions: claim.instructions.map(
      ({ programId, keys, data }) =>
        new TransactionInstruction({
          ...{ programId, data },
          keys: [...keys, { pubkey: sponsor, isSigner: false, isWritable: true }],
        }),
    ),
  };
  test.each<[string, TransactionPlan, bigint]>([
    ["a transfer without reserved rent", withBefore(transfer(1n)), 0n],
    ["a larger transfer than reserved", withBefore(transfer(RENT + 1n)), RENT],
    ["a smaller transfer than reserved", withBefore(transfer(RENT - 1n)), RENT],
    ["two transfers", withBefore(transfer(RENT), transfer(RENT)), RENT],
    ["a transfer to another account", withBefore(transfer(RENT, other)), RENT],
    [
      "an assignment of the sponsor",
      withBefore(SystemProgram.assign({ accountPubkey: sponsor, programId: other })),
      0n,
    ],
    ["an instruction of another program", withBefore(tokenTransfer), 0n],
    ["a third signer", withBefore(transfer(RENT, wallet, other)), RENT],
    ["another fee payer", withFeePayer(claim, other.toBase58()), 0n],
    ["an instruction that names the sponsor", sponsorAsAccount, 0n],
  ])("rejects %s", (_, plan, rent) => {
    expect(() => check(plan, rent)).toThrow(RangeError);
  });
});
