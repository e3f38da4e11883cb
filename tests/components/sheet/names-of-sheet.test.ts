import { describe, expect, it } from "vitest";
import { usedNames } from "@/components/create/preflight/names";
import { checkSheet } from "@/components/sheet/check-sheet";
import { addressOfName, withNames } from "@/components/sheet/names-of-sheet";
import { readSheet } from "@/components/sheet/read-sheet";
import { withoutRow } from "@/components/sheet/sheet";
import { english } from "@/lib/core/i18n/translator";
import type { KnownName } from "@/lib/core/recipients/read-name-cell";
import { readLeavesCsv } from "@/lib/service/registration/recipients-csv";

const ADDRESS = "FpMWBseJLFVrnuT6UpKeVuwXuQ7p3sRUa4UiCKt5MD4B";
const TIMES = { releaseType: "0", startTime: "1", cliffTime: "1800000100", endTime: "1800000200" };
const OPTIONS = { t: english, decimals: 9, defaults: TIMES };
const FILE = `wallet,amount\nAlice.sol,1\n${ADDRESS},2\nbob.sol,3\nалиса.sol,4\n`;

const known = (address: string) => new Map<string, KnownName>([["alice.sol", { address }]]);

describe("a sheet with names", () => {
  it("lists the names without an address, and marks their rows", async () => {
    const sheet = await readSheet(english, FILE);
    const { unresolved, errors, recipients } = await checkSheet(sheet, OPTIONS);
    expect(unresolved).toEqual(["alice.sol", "bob.sol"]);
    expect([...errors].map(([line, { beneficiary }]) => [line, beneficiary])).toEqual([
      [2, "alice.sol is not resolved yet."],
      [4, "bob.sol is not resolved yet."],
      [5, expect.stringMatching(/^The name has a character other than .* Enter the address\.$/)],
    ]);
    expect(recipients.length).toBe(1);
  });

  it("uses the addresses that were looked up, and names the reason where a name has none", async () => {
    const names = known(ADDRESS).set("bob.sol", { problem: "not-found" });
    const sheet = withNames(await readSheet(english, FILE), names);
    const { unresolved, errors, recipients } = await checkSheet(sheet, OPTIONS);
    expect(unresolved).toEqual(["bob.sol"]);
    expect(errors.get(4)?.beneficiary).toBe("bob.sol was not found on this network. Enter the address.");
    expect([recipients.at(0)?.row, recipients.at(0)?.beneficiary]).toEqual([2, ADDRESS]);
    expect([addressOfName(sheet, "ALICE.sol"), addressOfName(sheet, "bob.sol")]).toEqual([ADDRESS, null]);
  });

  it("reads the rows again when an address is replaced", async () => {
    const sheet = withNames(await readSheet(english, "wallet,amount\nalice.sol,1\n"), known(ADDRESS));
    expect((await checkSheet(sheet, OPTIONS)).recipients.at(0)?.beneficiary).toBe(ADDRESS);
    const other = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
    const replaced = withNames(sheet, known(other));
    expect((await checkSheet(replaced, OPTIONS)).recipients.at(0)?.beneficiary).toBe(other);
  });

  it("stops listing names at one more than can be looked up", async () => {
    const rows = Array.from({ length: 3_000 }, (_, index) => `n${index}.sol,1`).join("\n");
    const { unresolved } = await checkSheet(await readSheet(english, `wallet,amount\n${rows}\n`), OPTIONS);
    expect(unresolved.length).toBe(1_001);
  });

  it("refuses names in a list that replaces the list of a campaign", async () => {
    const sheet = withNames(await readSheet(english, "wallet,amount\nalice.sol,1\n"), known(ADDRESS));
    const { errors, unresolved } = await checkSheet(sheet, { ...OPTIONS, isRotation: true });
    expect(errors.get(2)?.beneficiary).toBe(
      "alice.sol is a name, which is not resolved here. Enter the address.",
    );
    expect(unresolved).toEqual([]);
  });
});

describe("usedNames", () => {
  it("returns the names of the remaining rows", async () => {
    const sheet = withNames(await readSheet(english, FILE), known(ADDRESS));
    expect(await usedNames(sheet)).toEqual([{ name: "alice.sol", address: ADDRESS }]);
    expect(await usedNames(withoutRow(sheet, 2))).toEqual([]);
    expect(await usedNames(null)).toEqual([]);
  });
});

describe("readLeavesCsv", () => {
  it("refuses names, because the command line does not resolve them", async () => {
    const source = new Blob(["beneficiary,amount,releaseType,cliffTime\nalice.sol,5,cliff,2030-01-01\n"]);
    const { leaves, errors } = await readLeavesCsv(source.stream() as never, {});
    expect([leaves.length, errors[0]?.message]).toEqual([
      0,
      "alice.sol is a name, which is not resolved here. Enter the address.",
    ]);
  });
});
