import {
  AddressLookupTableProgram,
  ComputeBudgetProgram,
  PublicKey,
  SystemProgram,
  type TransactionInstruction,
} from "@solana/web3.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DEFAULT_PROGRAM_ID, TOKEN_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { describeInstruction, type RawInstruction } from "@/lib/core/solana/describe-instruction";
import { IDL } from "@/lib/core/solana/idl/idl";
import { buildInstruction } from "@/lib/core/solana/instructions";
import {
  createAssociatedTokenInstruction,
  createMintInstructions,
  mintToInstruction,
} from "@/lib/core/solana/tokens/tokens";
import { everyKnownInstruction } from "./instruction-samples";

const key = (n: number) => new PublicKey(new Uint8Array(32).fill(n)).toBase58();

const described = ({ programId, keys, data }: TransactionInstruction) =>
  describeInstruction(
    { program: programId.toBase58(), accounts: keys.map(({ pubkey }) => pubkey.toBase58()), data },
    DEFAULT_PROGRAM_ID,
  );

describe("the description of an instruction", () => {
  test("names the program's own instruction, its accounts and arguments", () => {
    const {
      program,
      name,
      accounts,
      arguments: message,
    } = described(
      buildInstruction("set_milestone_released", {
        accounts: { creator: key(1), vestingTree: key(2) },
        args: { milestoneIdx: 3 },
      }),
    );
    expect([program.name, name]).toEqual(["Vesting program", "set milestone released"]);
    expect(accounts).toEqual([
      { address: key(1), name: "creator" },
      { address: key(2), name: "vesting tree" },
    ]);
    expect(message).toEqual([["milestoneIdx", "3"]]);
  });

  test("writes a proof as the number of its hashes", () => {
    const [definition] = IDL.instructions.filter(({ name }) => name === "claim");
    const {
      name,
      accounts,
      arguments: message,
    } = described(
      buildInstruction("claim", {
        accounts: {
          ...{ beneficiary: key(1), vestingTree: key(2), claimRecord: key(3) },
          ...{ mint: null, vaultAuthority: null, vault: null, beneficiaryAta: null },
          ...{ tokenProgram: null, associatedTokenProgram: null },
        },
        args: {
          leaf: {
            ...{ leafIndex: 7, beneficiary: key(1), amount: 2n ** 64n - 1n, releaseType: 1 },
            ...{ startTime: -1n, cliffTime: 0n, endTime: 5n, milestoneIdx: 0 },
          },
          proof: new Uint8Array(96),
        },
      }),
    );
    expect(name).toBe("claim");
    expect(accounts).toHaveLength(definition?.accounts.length ?? 0);
    expect(Object.fromEntries(message)).toMatchObject({
      ...{ leafIndex: "7", amount: "18446744073709551615", startTime: "-1", proof: "3 hashes" },
    });
  });

  test("names the other instructions that create campaigns", () => {
    const of = { payer: key(1), owner: key(2), mint: key(3) };
    expect(described(createAssociatedTokenInstruction(of)).name).toBe("create if missing");
    const mint = createMintInstructions({
      ...{ payer: key(1), mint: key(3), mintAuthority: key(1), decimals: 6, lamports: 1 },
    });
    expect(mint.map((item) => described(item).name)).toEqual(["create account", "initialize mint"]);
    const minted = described(
      mintToInstruction({ mint: key(3), destination: key(4), authority: key(1), amount: 1n }),
    );
    expect(minted.accounts.map(({ name }) => name)).toEqual(["mint", "to", "mint authority"]);
  });

  test("never fails on any bytes, and names nothing unknown", () => {
    const programs = [DEFAULT_PROGRAM_ID, key(9), "11111111111111111111111111111111"];
    const starts = [
      new Uint8Array(),
      ...IDL.instructions.map(({ discriminator }) => Uint8Array.from(discriminator)),
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...programs),
        fc.constantFrom(...starts),
        fc.uint8Array({ maxLength: 200 }),
        (program, start, rest) => {
          const data = Uint8Array.from([...start, ...rest]);
          const message = describeInstruction({ program, accounts: [key(1)], data }, DEFAULT_PROGRAM_ID);
          expect(message.accounts).toHaveLength(1);
          if (program === key(9)) expect([message.name, message.program.name]).toEqual([null, null]);
        },
      ),
    );
  });
});

describe("describeInstruction", () => {
  const describeRaw = (raw: RawInstruction) => describeInstruction(raw, DEFAULT_PROGRAM_ID);
  const token = (accounts: number, ...data: (number | Uint8Array)[]): RawInstruction => ({
    program: TOKEN_PROGRAM_ID,
    accounts: Array.from({ length: accounts }, (_, at) => key(at + 1)),
    data: Uint8Array.from(data.flatMap((part) => (typeof part === "number" ? [part] : [...part]))),
  });
  const bytes = (n: number) => new Uint8Array(32).fill(n);

  test.each(everyKnownInstruction().map((sample) => [sample.name, sample] as const))(
    "returns every argument and every account role of %s",
    (name, { raw, values }) => {
      const { accounts, ...described } = describeRaw(raw);
      expect(described).toMatchObject({ name, arguments: values });
      expect(accounts.map(({ address }) => address)).toEqual(raw.accounts);
      expect(accounts.filter((account) => account.name === null)).toEqual([]);
    },
  );

  test.each(everyKnownInstruction().map((sample) => [sample.name, sample] as const))(
    "does not describe %s with a byte or an account too many or too few",
    (name, { raw }) => {
      const { data, accounts } = raw;
      // A memo's text may have any length.
      const isText = ["write a memo", "display amount to amount"].includes(name);
      const changed = isText ? [] : [Uint8Array.of(...data, 0), data.subarray(0, -1)];
      for (const wrong of changed) {
        if (wrong.length === 0 && name === "create") continue;
        expect(describeRaw({ ...raw, data: wrong }).name, `${wrong}`).not.toBe(name);
      }
      const hasSigners = describeRaw(raw).accounts.at(-1)?.name === "signer";
      if (hasSigners) return;
      const extra = describeRaw({ ...raw, accounts: [...accounts, key(7)] });
      expect([extra.name, extra.arguments]).toEqual([null, []]);
    },
  );

  test("names the owner, the authorities and the price that an instruction of the token program sets", () => {
    expect(describeRaw(token(3, 16, bytes(9))).arguments).toEqual([["owner", key(9)]]);
    expect(describeRaw(token(2, 18, bytes(9))).arguments).toEqual([["owner", key(9)]]);
    const authorities = [
      ["decimals", "6"],
      ["mint authority", key(8)],
      ["freeze authority", key(9)],
    ];
    for (const [tag, accounts] of [
      [0, 2],
      [20, 1],
    ] as const) {
      expect(describeRaw(token(accounts, tag, 6, bytes(8), 1, bytes(9))).arguments).toEqual(authorities);
      const without = describeRaw(token(accounts, tag, 6, bytes(8), 0));
      expect(without.arguments.at(-1)).toEqual(["freeze authority", "none"]);
      expect(describeRaw(token(accounts, tag, 6, bytes(8), 0, bytes(9))).name).toBeNull();
    }
    expect(describeRaw(token(2, 6, 2, 1, bytes(9))).arguments).toEqual([
      ["authority type", "account owner"],
      ["new authority", key(9)],
    ]);
    expect(describeRaw(token(2, 6, 7, 0)).name).toBeNull();
  });

  test("reads the data that other libraries write", () => {
    const [from, to] = [new PublicKey(key(1)), new PublicKey(key(2))];
    const seeded = SystemProgram.transfer({
      ...{ fromPubkey: from, basePubkey: from, toPubkey: to, seed: "s", programId: to, lamports: 5n },
    });
    expect(described(seeded)).toMatchObject({
      name: "transfer with seed",
      arguments: [
        ["lamports", "5"],
        ["seed", "s"],
        ["owner program", key(2)],
      ],
    });
    expect(described(ComputeBudgetProgram.setComputeUnitLimit({ units: 7 })).arguments).toEqual([
      ["compute units", "7"],
    ]);
    const extended = AddressLookupTableProgram.extendLookupTable({
      ...{ lookupTable: from, authority: to, payer: to, addresses: [from, to] },
    });
    expect(described(extended)).toMatchObject({
      name: "extend lookup table",
      arguments: [["addresses", `${key(1)}, ${key(2)}`]],
    });
  });

  test("does not describe an instruction of the vesting program with a byte or an account too many", () => {
    const whole = buildInstruction("set_milestone_released", {
      accounts: { creator: key(1), vestingTree: key(2) },
      args: { milestoneIdx: 3 },
    });
    const raw = { program: DEFAULT_PROGRAM_ID, accounts: [key(1), key(2)], data: whole.data };
    expect(describeRaw(raw).name).toBe("set milestone released");
    expect(describeRaw({ ...raw, data: Uint8Array.of(...whole.data, 0) }).name).toBeNull();
    expect(describeRaw({ ...raw, data: whole.data.subarray(0, -1) }).name).toBeNull();
    expect(describeRaw({ ...raw, accounts: [...raw.accounts, key(3)] }).name).toBeNull();
  });
});
