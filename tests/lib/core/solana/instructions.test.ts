import { createHash } from "node:crypto";
import bs58 from "bs58";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { IDL } from "@/lib/core/solana/idl/idl";
import { buildInstruction } from "@/lib/core/solana/instructions";
import type { Leaf } from "@/lib/core/vesting/leaf";
import { anyLeaf, bytes32, hash, i64, key, maybe, u8, u32, u64 } from "@/tests/lib/core/solana/arbitraries";
import { borsh } from "@/tests/lib/core/solana/borsh-bytes";

const { option } = borsh;
const head = (name: string) => createHash("sha256").update(`global:${name}`).digest().subarray(0, 8);
const address = (fill: number) => bs58.encode(new Uint8Array(32).fill(fill));
const scheduleBytes = (leaf: Leaf) => [
  borsh.u8(leaf.releaseType),
  borsh.i64(leaf.startTime),
  borsh.i64(leaf.cliffTime),
  borsh.i64(leaf.endTime),
  borsh.u8(leaf.milestoneIdx),
];
const leafBytes = (leaf: Leaf) =>
  Buffer.concat([
    borsh.u32(leaf.leafIndex),
    borsh.key(leaf.beneficiary),
    borsh.u64(leaf.amount),
    ...scheduleBytes(leaf),
  ]);

describe("instruction accounts", () => {
  // The program interface's account table in its notation: w writable, s signer, ? optional.
  it.each([
    [
      "create_campaign",
      "creator ws, mint, vesting_tree w, vault_authority, vault w, token_program, associated_token_program, system_program, rent",
    ],
    ["create_campaign_native", "creator ws, vesting_tree w, system_program, rent"],
    [
      "create_stream",
      "creator ws, mint, vesting_tree w, vault_authority, vault w, source_ata w, token_program, associated_token_program, system_program, rent",
    ],
    ["create_stream_native", "creator ws, vesting_tree w, system_program, rent"],
    ["fund_campaign", "creator ws, vesting_tree w, vault w, source_ata w, token_program"],
    ["fund_campaign_native", "creator ws, vesting_tree w, system_program"],
    [
      "claim",
      "beneficiary ws, vesting_tree w, claim_record w, vault_authority ?, vault w?, beneficiary_ata w?, mint ?, token_program ?, associated_token_program ?, system_program",
    ],
    [
      "withdraw",
      "beneficiary ws, vesting_tree w, claim_record w, vault_authority ?, vault w?, mint ?, beneficiary_ata w?, token_program ?, associated_token_program ?, system_program",
    ],
    ["cancel_campaign", "cancel_authority s, vesting_tree w"],
    [
      "cancel_stream",
      "creator ws, beneficiary w, vesting_tree w, claim_record w, system_program, vault_authority ?, vault w?, beneficiary_ata w?, creator_ata w?, token_program ?",
    ],
    ["set_milestone_released", "creator s, vesting_tree w"],
    ["update_root", "cancel_authority s, vesting_tree w"],
    [
      "withdraw_unvested",
      "creator ws, vesting_tree w, vault_authority ?, vault w?, creator_ata w?, token_program ?, system_program",
    ],
    [
      "instant_refund_campaign",
      "creator ws, vesting_tree w, vault_authority ?, vault w?, creator_ata w?, token_program ?, system_program",
    ],
    ["pause_campaign", "pause_authority s, vesting_tree w"],
    ["unpause_campaign", "pause_authority s, vesting_tree w"],
    ["close_claim_record", "beneficiary ws, vesting_tree, claim_record w"],
    ["get_vested_amount", ""],
  ])("the accounts of %s are %s", (name, accounts) => {
    const definition = IDL.instructions.find((instruction) => instruction.name === name);
    type Item = { name: string; writable?: boolean; signer?: boolean; optional?: boolean };
    const stated = definition?.accounts.map((item: Item) => {
      const flags = `${item.writable ? "w" : ""}${item.signer ? "s" : ""}${item.optional ? "?" : ""}`;
      return flags ? `${item.name} ${flags}` : item.name;
    });
    expect(stated?.join(", ")).toBe(accounts);
  });

  it("come in order, with the program itself in place of an absent optional account", () => {
    const programId = address(9);
    const accounts = {
      beneficiary: address(1),
      vestingTree: address(2),
      claimRecord: address(3),
      vaultAuthority: null,
      vault: address(4),
      beneficiaryAta: null,
      mint: null,
      tokenProgram: null,
      associatedTokenProgram: null,
    };
    const args = { leaf: fc.sample(anyLeaf, 1)[0] as Leaf, proof: new Uint8Array(0) };
    const built = buildInstruction("claim", { accounts, args, programId });
    const row = (pubkey: string, isSigner: boolean, isWritable: boolean) => ({
      pubkey,
      isSigner,
      isWritable,
    });
    expect(built.programId.toBase58()).toBe(programId);
    expect(built.keys.map((meta) => ({ ...meta, pubkey: meta.pubkey.toBase58() }))).toEqual([
      row(address(1), true, true),
      row(address(2), false, true),
      row(address(3), false, true),
      row(programId, false, false),
      row(address(4), false, true),
      row(programId, false, false),
      row(programId, false, false),
      row(programId, false, false),
      row(programId, false, false),
      row("11111111111111111111111111111111", false, false),
    ]);
  });

  it("default to the deployed program and its fixed programs, and refuse a bad address", () => {
    const accounts = {
      creator: address(1),
      vestingTree: address(2),
      vault: address(3),
      sourceAta: address(4),
    };
    const built = buildInstruction("fund_campaign", { accounts, args: { amount: 1n } });
    expect(built.programId.toBase58()).toBe(DEFAULT_PROGRAM_ID);
    expect(built.keys.at(-1)?.pubkey.toBase58()).toBe("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA");
    expect(() =>
      buildInstruction("fund_campaign", { accounts: { ...accounts, vault: "vault" }, args: { amount: 1n } }),
    ).toThrow(RangeError);
  });
});

describe("instruction data", () => {
  const two = { creator: address(1), vestingTree: address(2) };

  it("the data of claim are the leaf and the proof's siblings", () => {
    const accounts = {
      beneficiary: address(1),
      vestingTree: address(2),
      claimRecord: address(3),
      vaultAuthority: null,
      vault: null,
      beneficiaryAta: null,
      mint: null,
      tokenProgram: null,
      associatedTokenProgram: null,
    };
    fc.assert(
      fc.property(anyLeaf, fc.array(bytes32, { maxLength: 20 }), (leaf, siblings) => {
        const proof = Uint8Array.from(siblings.flatMap((sibling) => [...sibling]));
        const data = Buffer.concat([head("claim"), leafBytes(leaf), borsh.u32(siblings.length), proof]);
        expect(buildInstruction("claim", { accounts, args: { leaf, proof } }).data.equals(data)).toBe(true);
      }),
    );
    const leaf = fc.sample(anyLeaf, 1)[0] as Leaf;
    expect(() => buildInstruction("claim", { accounts, args: { leaf, proof: new Uint8Array(31) } })).toThrow(
      /claim\.proof/,
    );
  });

  it("the data of other instructions are their Borsh encoding", () => {
    const campaign = fc.record({
      campaignId: u64,
      merkleRoot: hash,
      leafCount: u32,
      totalSupply: u64,
      minCliffTime: i64,
      cancellable: fc.boolean(),
      cancelAuthority: maybe(key),
      pauseAuthority: maybe(key),
    });
    fc.assert(
      fc.property(
        campaign,
        anyLeaf,
        maybe(i64),
        maybe(hash),
        u8,
        (args, leaf, cancelledAt, flags, milestoneIdx) => {
          const authorities = [
            borsh.bool(args.cancellable),
            option(args.cancelAuthority === null ? null : borsh.key(args.cancelAuthority)),
            option(args.pauseAuthority === null ? null : borsh.key(args.pauseAuthority)),
          ];
          const pairs: [Buffer, Buffer[]][] = [
            [
              buildInstruction("create_campaign_native", { accounts: two, args }).data,
              [
                head("create_campaign_native"),
                borsh.u64(args.campaignId),
                borsh.hex(args.merkleRoot),
                borsh.u32(args.leafCount),
                borsh.u64(args.totalSupply),
                borsh.i64(args.minCliffTime),
                ...authorities,
              ],
            ],
            [
              buildInstruction("create_stream_native", { accounts: two, args: { ...args, ...leaf } }).data,
              [
                head("create_stream_native"),
                borsh.u64(args.campaignId),
                borsh.key(leaf.beneficiary),
                borsh.u64(leaf.amount),
                ...scheduleBytes(leaf),
                ...authorities,
              ],
            ],
            [
              buildInstruction("get_vested_amount", {
                accounts: {},
                args: { leaf, cancelledAt, now: leaf.endTime, milestoneReleasedFlags: flags },
              }).data,
              [
                head("get_vested_amount"),
                leafBytes(leaf),
                option(cancelledAt === null ? null : borsh.i64(cancelledAt)),
                borsh.i64(leaf.endTime),
                option(flags === null ? null : borsh.hex(flags)),
              ],
            ],
            [
              buildInstruction("update_root", {
                accounts: { cancelAuthority: address(1), vestingTree: address(2) },
                args: {
                  newRoot: args.merkleRoot,
                  newLeafCount: args.leafCount,
                  newMinCliffTime: args.minCliffTime,
                },
              }).data,
              [
                head("update_root"),
                borsh.hex(args.merkleRoot),
                borsh.u32(args.leafCount),
                borsh.i64(args.minCliffTime),
              ],
            ],
            [
              buildInstruction("set_milestone_released", { accounts: two, args: { milestoneIdx } }).data,
              [head("set_milestone_released"), borsh.u8(milestoneIdx)],
            ],
            [
              buildInstruction("withdraw", {
                accounts: {
                  beneficiary: address(1),
                  vestingTree: address(2),
                  claimRecord: address(3),
                  vaultAuthority: null,
                  vault: null,
                  mint: null,
                  beneficiaryAta: null,
                  tokenProgram: null,
                  associatedTokenProgram: null,
                },
                args: leaf,
              }).data,
              [head("withdraw"), ...scheduleBytes(leaf)],
            ],
          ];
          for (const [data, parts] of pairs)
            expect(data.toString("hex")).toBe(Buffer.concat(parts).toString("hex"));
        },
      ),
    );
  });

  it("the data of an instruction without arguments are its discriminator", () => {
    const accounts = { cancelAuthority: address(1), vestingTree: address(2) };
    expect(
      buildInstruction("cancel_campaign", { accounts, args: {} }).data.equals(head("cancel_campaign")),
    ).toBe(true);
  });

  it.each([-1n, 2n ** 64n])("refuses the amount %s and names it", (amount) => {
    const accounts = {
      creator: address(1),
      vestingTree: address(2),
      vault: address(3),
      sourceAta: address(4),
    };
    expect(() => buildInstruction("fund_campaign", { accounts, args: { amount } })).toThrow(
      /fund_campaign\.amount/,
    );
  });

  it.each([-1, 256, 1.5, Number.NaN])("refuses the milestone index %s and names it", (milestoneIdx) => {
    expect(() =>
      buildInstruction("set_milestone_released", { accounts: two, args: { milestoneIdx } }),
    ).toThrow(/set_milestone_released\.milestoneIdx/);
  });
});
