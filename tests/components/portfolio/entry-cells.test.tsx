// @vitest-environment happy-dom
import { cleanup } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import {
  EntryAction,
  EntryClaimable,
  EntryNotes,
  type EntryProps,
  EntryUnlock,
} from "@/components/portfolio/entry-cells";
import { ClockProvider } from "@/components/shell/clock";
import { LIST_NOT_REGISTERED } from "@/lib/core/vesting/controls";
import { show, showGerman } from "../show";

afterEach(cleanup);

const NOW = 1_800_000_000n;
const DAY = 86_400n;
const token = { mint: "mint", decimals: 0, unit: "TOK", isKnown: true };

type Over = { status?: string; claimable?: bigint; graceEnd?: bigint; nextUnlock?: bigint };

const getEntry = ({ status = "cancelled_grace", claimable = 5n, graceEnd, nextUnlock }: Over): EntryProps => {
  const progress = {
    ...{
      totalEntitled: 100n,
      claimedSoFar: 10n,
      claimable,
      stillToCome: 0n,
      vestedSoFar: 15n,
      payable: null,
    },
    nextUnlock: nextUnlock?.toString() ?? null,
  };
  const leaf = { releaseType: 1, cliffTime: nextUnlock?.toString() ?? "0", endTime: "0", progress };
  const entry = {
    campaign: { status, treeAddress: "tree", hasDrift: false, vault: null },
    ...{ progress, rootRegistered: true, graceEnd: graceEnd?.toString() ?? null, leaves: [leaf] },
  };
  const props = { entry, token, address: "ada", price: null, programId: "program", closable: [] };
  return props as unknown as EntryProps;
};

const inTime = (part: React.ReactNode, render = show) =>
  render(<ClockProvider serverNow={NOW.toString()}>{part}</ClockProvider>).text();

describe("in a grace period", () => {
  const props = getEntry({ graceEnd: NOW + 4n * DAY + 82_800n });

  test("the cells show the minute until which the claimable amount can be claimed, and the time left", () => {
    const deadline = /Claim until 20 Jan 2027, \d\d:\d\d in 4 days 23 h$/;
    expect(inTime(<EntryUnlock {...props} />)).toMatch(deadline);
    expect(inTime(<EntryClaimable {...props} />)).toMatch(deadline);
    expect(inTime(<EntryUnlock {...props} />, showGerman)).toContain("Abholen bis 20. Jan. 2027");
  });

  test("the cells show no date once everything is claimed", () => {
    expect(inTime(<EntryUnlock {...getEntry({ graceEnd: NOW + DAY, claimable: 0n })} />)).toBe(
      "None scheduled",
    );
  });
});

test("an active campaign shows its claimable amount without a date", () => {
  expect(inTime(<EntryClaimable {...getEntry({ status: "claimable" })} />)).toBe("5 TOK claimable");
});

test("the date on a phone is named as the next unlock", () => {
  const props = getEntry({ status: "active", claimable: 0n, nextUnlock: NOW + DAY });
  expect(inTime(<EntryAction {...props} />).trim()).toBe("Next unlock 16 Jan 2027");
});

test("the notes state that the current list is not registered, while it can still pay", () => {
  const props = getEntry({ status: "active", claimable: 0n });
  const getNotes = (stillToCome: bigint) => {
    const progress = { ...props.entry.progress, stillToCome, paidEarlier: 0n, payableUntilSwept: 0n };
    const entry = { ...props.entry, progress, rootRegistered: false };
    return inTime(<EntryNotes {...props} entry={entry} />).trim();
  };
  expect([getNotes(90n), getNotes(0n)]).toEqual([LIST_NOT_REGISTERED, ""]);
});
