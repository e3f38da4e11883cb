import { PublicKey, type TransactionInstruction } from "@solana/web3.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DEFAULT_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { describeInstruction } from "@/lib/core/solana/describe-instruction";
import { IDL } from "@/lib/core/solana/idl/idl";
import { buildInstruction } from "@/lib/core/solana/instructions";
import {
  createAssociatedTokenInstruction,
  createMintInstructions,
  mintToInstruction,
} from "@/lib/core/solana/tokens/tokens";

const key = (n: number) => new PublicKey(new Uint8Array(32).fill(n)).toBase58();

const described = ({ programId, keys, data }: TransactionInstruction) =>
  describeInstruction(
    { program: programId.toBase58(), accounts: keys.map(({ pubkey }) => pubkey.toBase58()), data },
    DEFAULT_PROGRAM_ID,
  );

describe("an instruction in words", () => {
  test("names the program's own instruction, its accounts and arguments", () => {
    const {
      program,
      name,
      accounts,
      arguments: said,
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
    expect(said).toEqual([["milestoneIdx", "3"]]);
  });

  test("gives a proof as the number of its hashes", () => {
    const [definition] = IDL.instructions.filter(({ name }) => name === "claim");
    const {
      name,
      accounts,
      arguments: said,
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
    expect(Object.fromEntries(said)).toMatchObject({
      ...{ leafIndex: "7", amount: "18446744073709551615", startTime: "-1", proof: "3 hashes" },
    });
  });

  test("names what else campaigns are made with", () => {
    const of = { payer: key(1), owner: key(2), mint: key(3) };
    expect(described(createAssociatedTokenInstruction(of)).name).toBe("create unless there");
    const mint = createMintInstructions({
      ...{ payer: key(1), mint: key(3), mintAuthority: key(1), decimals: 6, lamports: 1 },
    });
    expect(mint.map((one) => described(one).name)).toEqual(["create account", "initialize mint"]);
    const minted = described(
      mintToInstruction({ mint: key(3), destination: key(4), authority: key(1), amount: 1n }),
    );
    expect(minted.accounts.map(({ name }) => name)).toEqual(["mint", "to", "mint authority"]);
  });

  test("never fails on whatever bytes, and names nothing that it does not know", () => {
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
          const said = describeInstruction({ program, accounts: [key(1)], data }, DEFAULT_PROGRAM_ID);
          expect(said.accounts).toHaveLength(1);
          if (program === key(9)) expect([said.name, said.program.name]).toEqual([null, null]);
        },
      ),
    );
  });
});
