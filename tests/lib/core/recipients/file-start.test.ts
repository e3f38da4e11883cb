import { describe, expect, test } from "vitest";
import { sniffDelimiter } from "@/lib/core/recipients/file-start";
import { readLeavesCsv } from "@/lib/service/registration/recipients-csv";

const ADDRESS = "FpMWBseJLFVrnuT6UpKeVuwXuQ7p3sRUa4UiCKt5MD4B";

describe("sniffDelimiter", () => {
  // Every line has three commas in quotes and two semicolons, so counting all marks would select the comma.
  const QUOTED = [
    `"Label, team, office, group";Wallet;Amount`,
    `"Core, ""Alpha"", north, A";${ADDRESS};5`,
    `"Seed, Beta, , B";${ADDRESS};6`,
    "",
  ].join("\n");

  test("does not count delimiters within quotes", () => {
    expect(sniffDelimiter(QUOTED)).toBe(";");
    expect(sniffDelimiter(QUOTED.replaceAll(";", "|"))).toBe("|");
    expect(sniffDelimiter(QUOTED.replaceAll(";", "\t"))).toBe("\t");
  });

  test("does not count delimiters in a quoted cell of several lines", () => {
    const text = `Wallet,Amount,Note\n${ADDRESS},5,"a;b;c;d\ne;f;g;h"\n${ADDRESS},6,"i;j;k;l"\n`;
    expect(sniffDelimiter(text)).toBe(",");
  });

  test("lets a file with commas in quoted names be read as its leaves", async () => {
    const schedule = { releaseType: "cliff", cliffTime: "1800000000" };
    const read = await readLeavesCsv(new Blob([QUOTED]).stream(), { defaults: schedule });
    expect(read.errors).toEqual([]);
    expect(read.leaves.map(({ amount }) => amount)).toEqual([5n, 6n]);
    expect(read.rows).toEqual([2, 3]);
  });
});
