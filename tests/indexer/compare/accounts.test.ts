import { beforeEach, expect, test } from "vitest";
import type { Campaign } from "@/db/schema";
import { compareAccount } from "@/lib/service/indexer/compare/accounts";
import { getAccount } from "../support/fake-ledger";
import { database, openIndex } from "../support/fresh-index";
import { onlyCampaign } from "../support/index-of";

openIndex();
let row: Campaign;
beforeEach(async () => {
  row = { ...(await onlyCampaign(database.db)), verified: true, minCliffTime: 5n };
});

const fields = (indexed: Campaign, tree: Parameters<typeof compareAccount>[1]) =>
  compareAccount(indexed, tree).map(({ field }) => field);

test("finds no difference in an account with the same values", () => {
  expect(fields(row, getAccount(row))).toEqual([]);
});

test("counts a settlement's payment beside the claims of a settled stream, exactly", () => {
  const settled = { ...row, settled: true, totalClaimed: 7n, settledAmount: 2n };
  expect(fields(settled, { ...getAccount(settled), totalClaimed: 9n })).toEqual([]);
  for (const totalClaimed of [6n, 7n, 8n, 10n]) {
    expect(fields(settled, { ...getAccount(settled), totalClaimed })).toEqual(["totalClaimed"]);
  }
  expect(fields(row, { ...getAccount(row), totalClaimed: 1n })).toEqual(["totalClaimed"]);
});

test("compares supply and controls of a confirmed campaign, and not of an unconfirmed one", () => {
  const other = { totalSupply: 9n, cancellable: true, cancelAuthority: "b", pauseAuthority: "c" };
  for (const [field, value] of Object.entries(other)) {
    expect(fields(row, { ...getAccount(row), [field]: value })).toEqual([field]);
  }
  expect(fields({ ...row, verified: false }, { ...getAccount(row), ...other })).toEqual([]);
});

test("compares the start of vesting under one root, where the account states it", () => {
  expect(fields(row, { ...getAccount(row), minCliffTime: 6n })).toEqual(["minCliffTime"]);
  expect(fields(row, { ...getAccount(row), minCliffTime: 6n, merkleRoot: "ff" })).toEqual(["merkleRoot"]);
  for (const minCliffTime of [0n, null])
    expect(fields(row, { ...getAccount(row), minCliffTime })).toEqual([]);
});

test("misses the account only of a confirmed campaign that still holds something", () => {
  expect(fields(row, null)).toEqual(["account"]);
  const without: Partial<Campaign>[] = [
    { verified: false },
    { settled: true },
    { instantRefunded: true },
    { totalClaimed: row.totalSupply },
  ];
  for (const over of without) expect(fields({ ...row, ...over }, null)).toEqual([]);
  expect(fields({ ...row, totalSupply: 0n }, null)).toEqual(["account"]);
  expect(fields({ ...row, totalClaimed: row.totalSupply - 1n }, null)).toEqual(["account"]);
});
