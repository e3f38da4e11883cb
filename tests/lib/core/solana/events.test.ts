import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeEvent, encodeEvent, type ProgramEvent } from "@/lib/core/solana/events";
import { anyEvent } from "@/tests/lib/core/solana/arbitraries";
import { borsh } from "@/tests/lib/core/solana/borsh-bytes";

/** Encodes the layouts of the program interface's event table, written a second time by hand. */
function expectedBytes(event: ProgramEvent): Buffer {
  const head = createHash("sha256").update(`event:${event.name}`).digest().subarray(0, 8);
  const { u8, u32, u64, i64, bool, key, hex, option } = borsh;
  const body = ({ name, data }: ProgramEvent): Buffer[] => {
    switch (name) {
      case "CampaignCreated":
        return [
          key(data.creator),
          key(data.mint),
          u64(data.totalSupply),
          u32(data.leafCount),
          bool(data.cancellable),
        ];
      case "CampaignFunded":
        return [u64(data.amount), u64(data.vaultBalanceAfter)];
      case "Claimed":
        return [
          key(data.beneficiary),
          u32(data.leafIndex),
          u64(data.amount),
          u64(data.totalClaimedByUser),
          u64(data.totalClaimedOverall),
          option(data.milestoneIdx === null ? null : u8(data.milestoneIdx)),
        ];
      case "CampaignCancelled":
        return [i64(data.cancelledAt), u64(data.claimedAtCancel)];
      case "CampaignPaused":
      case "CampaignUnpaused":
        return [];
      case "RootUpdated":
        return [hex(data.oldRoot), hex(data.newRoot), u32(data.newLeafCount)];
      case "UnvestedWithdrawn":
        return [u64(data.amount)];
      case "MilestoneReleased":
        return [u8(data.milestoneIdx), key(data.releasedBy)];
      case "StreamCancelled":
        return [i64(data.cancelledAt), u64(data.amountToBeneficiary), u64(data.amountToCreator)];
      case "InstantRefunded":
        return [i64(data.cancelledAt), key(data.refundedTo), u64(data.amount)];
      case "ClaimRecordClosed":
        return [key(data.beneficiary)];
    }
  };
  return Buffer.concat([head, key(event.data.tree), ...body(event)]);
}

describe("events", () => {
  it("decode from and encode to the bytes that the program logs", () => {
    fc.assert(
      fc.property(anyEvent, (event) => {
        const bytes = expectedBytes(event);
        expect(decodeEvent(bytes)).toEqual(event);
        expect(Buffer.from(encodeEvent(event)).equals(bytes)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it("refuse bytes of a known event that are truncated or longer", () => {
    fc.assert(
      fc.property(anyEvent, fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 40 }), (event, cut, more) => {
        const bytes = expectedBytes(event);
        const length = 8 + (cut % (bytes.length - 8));
        expect(() => decodeEvent(bytes.subarray(0, length))).toThrow(RangeError);
        expect(() => decodeEvent(Buffer.concat([bytes, more]))).toThrow(RangeError);
      }),
      { numRuns: 500 },
    );
  });

  it("are null for bytes of other programs", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(decodeEvent(bytes)).toBeNull();
      }),
    );
  });

  it.each(["a bool", "an option tag"])("refuse %s of 2", (what) => {
    const tree = "5EC7HhYvSaTdehwdBwBhqxzeB2TLk13yihNuiLfuSBdj";
    const created: ProgramEvent = {
      name: "CampaignCreated",
      data: { tree, creator: tree, mint: tree, totalSupply: 1n, leafCount: 1, cancellable: true },
    };
    const claimed: ProgramEvent = {
      name: "Claimed",
      data: {
        tree,
        beneficiary: tree,
        leafIndex: 0,
        amount: 1n,
        totalClaimedByUser: 1n,
        totalClaimedOverall: 1n,
        milestoneIdx: null,
      },
    };
    const bytes = encodeEvent(what === "a bool" ? created : claimed);
    bytes[bytes.length - 1] = 2;
    expect(() => decodeEvent(bytes)).toThrow(RangeError);
  });
});
