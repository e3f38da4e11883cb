import { PublicKey, SystemProgram, type TransactionInstruction } from "@solana/web3.js";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { reviewTransaction } from "@/cli/mcp/review/review-transaction";
import { LONG } from "@/ledger/tests/support/long";
import { fromBase64, toBase64 } from "@/lib/core/offline/export-file";
import { planCloseClaimRecord } from "@/lib/core/plans/claim";
import { withDurableNonce, withFeePayer } from "@/lib/core/plans/durable-nonce";
import { campaignLookupAddresses } from "@/lib/core/plans/lookup-table";
import { joinPlans, type SendablePlan } from "@/lib/core/plans/plan";
import { withPriorityFee } from "@/lib/core/plans/priority-fee";
import { unsignedBytes } from "@/lib/core/plans/serialize-plan";
import { DEFAULT_PROGRAM_ID } from "@/lib/core/solana/addresses";
import {
  BLOCKHASH,
  type ClaimSetting,
  changedClaim,
  claimPlan,
  RECENT,
  SOL,
  STRANGER,
  startClaimSetting,
  toWire,
  withAccount,
  withAmount,
} from "./support/claim-setup";
import type { Lie } from "./support/lying-service";

let setting: ClaimSetting;
beforeAll(async () => {
  setting = await startClaimSetting();
}, LONG.timeout);
afterAll(() => setting.close());
afterEach(() => {
  setting.service.lie = (body) => body;
});

/** Makes the service return the transaction of a plan for a claim. */
const returning =
  (plan: SendablePlan): Lie =>
  (body, path) =>
    path.includes("/api/actions/claim/") ? { ...body, transaction: toWire(plan) } : body;
const request = () => ({ treeAddress: setting.treeAddress, account: setting.account });

const transfer = (): TransactionInstruction =>
  SystemProgram.transfer({
    fromPubkey: setting.beneficiary.publicKey,
    toPubkey: new PublicKey(STRANGER),
    lamports: 1_000_000,
  });

describe("build_claim with an honest service", () => {
  test("states without a node that only the service states the root", LONG, async () => {
    const built = await setting.agent.call("build_claim", request());
    expect(built).toMatchObject({
      root: {
        confirmedBy: "service",
        explanation: expect.stringContaining("Only the service states this root."),
      },
      simulation: expect.stringContaining("Not simulated"),
    });
  });

  test("accepts a priority fee and a part of the claims", LONG, async () => {
    const part = withPriorityFee(claimPlan(setting, 1), {
      computeUnitLimit: 200_000,
      computeUnitPrice: 1_000n,
    });
    setting.service.lie = returning(part);
    const { claims, leftForLater } = await setting.agent.call("build_claim", request());
    expect(claims).toMatchObject([{ leafIndex: 1 }]);
    expect(leftForLater).toBe(1);
  });
});

describe("build_claim with a service that lies", () => {
  const LIES: [string, () => SendablePlan, RegExp][] = [
    ["another amount", () => withAmount(setting, 2n * SOL), /“amount” is 2000000000 instead of 1000000000/],
    [
      "another destination",
      () => withAccount(setting, "beneficiaryAta", STRANGER),
      /“beneficiary ata” is \w+ instead of/,
    ],
    ["another vault", () => withAccount(setting, "vault", STRANGER), /“vault” is/],
    ["another campaign", () => withAccount(setting, "vestingTree", STRANGER), /“vesting tree” is/],
    [
      "another program",
      () => changedClaim(setting, () => ({ programId: new PublicKey(STRANGER) })),
      /a program that the plan does not call/,
    ],
    [
      "an additional transfer",
      () => ({ ...claimPlan(setting), instructions: [...claimPlan(setting).instructions, transfer()] }),
      /“transfer” of System program/,
    ],
    [
      "a transfer before the claim",
      () => ({ ...claimPlan(setting), instructions: [transfer(), ...claimPlan(setting).instructions] }),
      /“transfer” of System program/,
    ],
    [
      "only a transfer",
      () => ({ ...claimPlan(setting), instructions: [transfer()] }),
      /“transfer” of System program/,
    ],
    [
      "another instruction of the program",
      () => planCloseClaimRecord({ treeAddress: setting.treeAddress, beneficiary: setting.account }),
      /“close claim record”/,
    ],
    ["the same claim twice", () => joinPlans(claimPlan(setting), claimPlan(setting)), /an instruction twice/],
    ["another fee payer", () => withFeePayer(claimPlan(setting), STRANGER), /Its fee payer is/],
    [
      "nothing",
      () =>
        withPriorityFee(
          { ...claimPlan(setting), instructions: [] },
          { computeUnitLimit: 1, computeUnitPrice: 1n },
        ),
      /none of the planned instructions/,
    ],
    [
      "a durable nonce",
      () =>
        withDurableNonce(claimPlan(setting), {
          address: STRANGER,
          authority: setting.account,
          value: BLOCKHASH,
        }),
      /durable nonce/,
    ],
    [
      "a priority fee that empties the wallet",
      () =>
        withPriorityFee(claimPlan(setting), {
          computeUnitLimit: 1_400_000,
          computeUnitPrice: 50_000_000_000n,
        }),
      /Its priority fee is 70000000000 lamports/,
    ],
  ];

  test.each(LIES)("refuses a transaction with %s", LONG, async (_, plan, reason) => {
    setting.service.lie = returning(plan());
    const sentence = await setting.claim();
    expect(sentence).toMatch(/^The transaction is not the planned one, so it is not returned\./);
    expect(sentence).toMatch(reason);
    expect(sentence).not.toContain(toWire(plan()));
  });

  test("refuses a transaction with another proof", LONG, async () => {
    const plan = changedClaim(setting, ({ data }) => ({
      data: Buffer.from([...data.subarray(0, -1), (data.at(-1) ?? 0) ^ 1]),
    }));
    setting.service.lie = returning(plan);
    expect(await setting.claim()).toContain("such as another proof");
  });

  test("refuses a transaction that is not base64, or longer than a transaction", LONG, async () => {
    for (const transaction of ["%", toBase64(new Uint8Array(5_000)), ""]) {
      setting.service.lie = (body, path) =>
        path.includes("/api/actions/") ? { ...body, transaction } : body;
      expect(await setting.claim()).toMatch(/it is not returned/);
    }
  });
});

describe("reviewTransaction", () => {
  const review = (transaction: string) =>
    reviewTransaction(transaction, {
      plans: setting.plans,
      signer: setting.account,
      programId: DEFAULT_PROGRAM_ID,
      lookupAddresses: campaignLookupAddresses(setting),
    });

  test("refuses every change of a byte outside the blockhash", () => {
    const honest = fromBase64(toWire(joinPlans(claimPlan(setting, 0), claimPlan(setting, 1))));
    const hash = Buffer.from(new PublicKey(BLOCKHASH).toBytes());
    const start = Buffer.from(honest).indexOf(hash);
    fc.assert(
      fc.property(fc.nat(honest.length - 1), fc.integer({ min: 1, max: 255 }), (at, difference) => {
        fc.pre(at < start || at >= start + hash.length);
        const changed = Uint8Array.from(honest);
        changed[at] = (honest[at] ?? 0) ^ difference;
        expect(() => review(toBase64(changed))).toThrow(/it is not returned/);
      }),
      { numRuns: 500 },
    );
  });

  test("accepts claims of version 0 with the campaign's lookup table, and no other table", () => {
    const addresses = campaignLookupAddresses(setting);
    const wireWith = (table: readonly string[]) =>
      toBase64(
        unsignedBytes(
          { ...claimPlan(setting), lookupTables: [{ address: STRANGER, addresses: table }] },
          RECENT,
          0,
        ),
      );
    expect(review(wireWith(addresses)).included).toEqual([0]);
    expect(() => review(wireWith([...addresses].reverse()))).toThrow(/it is not returned/);
  });
});
