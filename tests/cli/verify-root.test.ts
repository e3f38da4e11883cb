import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifyRoot } from "@/cli/verify-root/verify-root";
import { verifyCampaign } from "@/cli/vesting-index/commands/verify";
import { createCampaign } from "@/docs/actions/examples/create-campaign";
import { LONG } from "@/ledger/tests/support/long";
import { ApiClient } from "@/lib/client/api-client";
import { toLeaf } from "@/lib/core/plans/leaf-from-json";
import { leavesCsv } from "@/lib/core/recipients/leaves-csv";
import { findVaultAuthorityAddress } from "@/lib/core/solana/pdas";
import { createCast, recipient, World } from "@/tests/scenarios/actions/harness";
import { startFalseNode } from "./support/false-node";

const folder = mkdtempSync(join(tmpdir(), "verify-root-"));
let world: World;
let campaign: string;
let root: string;
let files: { exact: string; ours: string };

const write = (name: string, text: string) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const verify = async (...args: string[]) => {
  const lines: string[] = [];
  const exit = await verifyRoot(args, (line) => lines.push(line));
  return { exit, output: lines.join("\n") };
};

beforeAll(async () => {
  world = await World.start();
  const cast = await createCast(world, "tokens");
  const start = world.now + 1_000n;
  const recipients = [1_500_000n, 2_250_000n, 3_000_001n].map((amount) =>
    recipient({ ...cast, beneficiary: world.wallet() }, { amount, start }),
  );
  campaign = await createCampaign(world.api, { terms: cast.terms, recipients, creator: cast.creator });
  const { leaves, merkleRoot } = await new ApiClient({ baseUrl: world.api.baseUrl }).leaves(campaign);
  root = merkleRoot;
  const [first] = leaves;
  const schedule = [first?.startTime, first?.cliffTime, first?.endTime].join(";");
  const tokens = ["1,5", "2,25", "3,000001"];
  const rows = leaves.map(({ beneficiary }, at) => `${beneficiary};${tokens[at]};linear;${schedule}`);
  files = {
    exact: write("exact.csv", [...leavesCsv(leaves.map(toLeaf))].join("")),
    ours: write("ours.csv", ["Wallet;Tokens;type;Start;Cliff;End", ...rows].join("\n")),
  };
}, LONG.timeout);
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await world.close();
});

describe("verify-root", () => {
  it("confirms the list of the campaign offline, by the network and by the service", async () => {
    const everything = [
      "--root",
      root,
      "--campaign",
      campaign,
      "--rpc",
      world.api.rpcUrl,
      "--api",
      world.api.baseUrl,
    ];
    for (const args of [[files.exact], [files.ours, "--decimals", "6"]]) {
      const { exit, output } = await verify(...args, ...everything);
      expect(output).toContain("Yes");
      expect(output).toContain("3 leaves with a total of 6750001 base units");
      expect(exit).toBe(0);
    }
  });

  it("rejects a changed list and names the rows that differ", async () => {
    const { exact } = files;
    const { leaves } = await new ApiClient({ baseUrl: world.api.baseUrl }).leaves(campaign);
    const text = [...leavesCsv(leaves.map(toLeaf))].join("").replace(",2250000,", ",2250001,");
    const changed = write("changed.csv", text);
    expect((await verify(exact, "--root", root.replace(/^./, root.startsWith("0") ? "1" : "0"))).exit).toBe(
      1,
    );
    const byLedger = await verify(changed, "--campaign", campaign, "--rpc", world.api.rpcUrl);
    expect(byLedger).toMatchObject({
      exit: 1,
      output: expect.stringContaining("The ledger has a different root."),
    });
    const byService = await verify(changed, "--campaign", campaign, "--api", world.api.baseUrl);
    expect(byService.exit).toBe(1);
    expect(byService.output).toContain("Leaf 1: amount 2250001 in your file, 2250000 in the service.");
    const shorter = write("shorter.csv", text.split("\n").slice(0, 3).join("\n"));
    const missing = await verify(shorter, "--campaign", campaign, "--api", world.api.baseUrl);
    expect(missing.output).toContain("Leaf 2 is only in the service (3000001 to");
  });

  it("still reads the JSON of leaves that the create page used to offer", async () => {
    const { leaves } = await new ApiClient({ baseUrl: world.api.baseUrl }).leaves(campaign);
    const path = write("campaign.json", JSON.stringify({ merkleRoot: "ignored", leaves }));
    expect((await verify(path, "--root", root)).exit).toBe(0);
    expect((await verify(write("broken.json", "{}"), "--root", root)).exit).toBe(2);
  });

  it("compares nothing when a row is invalid, and names the row", async () => {
    const text = `beneficiary,amount,releaseType,startTime,cliffTime,endTime\nnobody,"1,234",cliff,7/1/2027,7/1/2027,7/1/2027\n`;
    const { exit, output } = await verify(write("bad.csv", text), "--decimals", "6", "--root", root);
    expect(exit).toBe(2);
    expect(output).toContain("Row 2, amount: “1,234” can mean 1234 or 1.234");
    expect(output).not.toContain("Yes");
  });

  it("accepts the options of the form", async () => {
    const address = world.wallet().publicKey.toBase58();
    const path = write("told.csv", `wallet;amount\n${address};1.234\n`);
    const schedule = [
      "--release-type",
      "cliff",
      "--start",
      "7/1/2027",
      "--cliff",
      "7/1/2027",
      "--end",
      "46418",
    ];
    const reported = [
      "--decimals",
      "9",
      "--decimal-mark",
      "comma",
      "--date-order",
      "day",
      "--time-numbers",
      "days",
    ];
    const { output } = await verify(path, ...schedule, ...reported, "--zone", "Asia/Tokyo", "--root", root);
    expect(output).toContain("1 leaves with a total of 1234000000000 base units");
  });

  it("warns about recipients without a key and amounts that look like base units", async () => {
    const keyless = findVaultAuthorityAddress({ treeAddress: campaign }).address;
    const path = write("keyless.csv", `beneficiary,amount\n${keyless},5000000000000\n`);
    const schedule = ["--release-type", "cliff", "--cliff", "2027-01-01", "--decimals", "6"];
    const { output } = await verify(path, ...schedule, "--root", root);
    expect(output).toContain("1 recipient address has no private key");
    expect(output).toContain("as base units 5000000");
  });

  it.each([
    [[]],
    [["none.csv", "--root", "00"]],
    [["none.csv", "--root", "0".repeat(64)]],
    [["none.csv"]],
    [["none.csv", "--campaign", "11111111111111111111111111111111"]],
    [["none.csv", "--campaign", "11111111111111111111111111111111", "--rpc", "https://me:secret@a.example"]],
    [["none.csv", "--color", "red"]],
    [["none.csv", "--root", "0".repeat(64), "--decimal-mark", "dot"]],
  ])("explains itself for %j", async (args) => {
    const { exit, output } = await verify(...args);
    expect(exit).toBe(2);
    expect(output).toContain("Exit codes");
  });

  it("is not taken for a difference when the ledger or the service is away", async () => {
    for (const away of ["--rpc", "--api"]) {
      const { exit } = await verify(files.exact, "--campaign", campaign, away, "http://127.0.0.1:9");
      expect(exit).toBe(3);
    }
  });

  it("rejects an account with the campaign's bytes that the vesting program does not own", async () => {
    const stranger = world.wallet().publicKey.toBase58();
    const node = await startFalseNode(world.api.rpcUrl, {
      change: (account) => ({ ...account, owner: stranger }),
    });
    const { exit, output } = await verify(files.exact, "--campaign", campaign, "--rpc", node.url);
    const byService = verifyCampaign({
      ...{ treeAddress: campaign, url: world.api.baseUrl, rpc: node.url, json: true },
    });
    await expect(byService).rejects.toMatchObject({ exit: 1, message: expect.stringContaining(stranger) });
    await node.close();
    expect(output).toContain(`belongs to the program ${stranger}, not to the vesting program`);
    expect(output).not.toContain("Yes");
    expect(exit).toBe(1);
  });

  it("rejects a campaign's account at an address that the program does not derive", async () => {
    const otherAddress = world.wallet().publicKey.toBase58();
    const node = await startFalseNode(world.api.rpcUrl, { lookUp: campaign });
    const { exit, output } = await verify(files.exact, "--campaign", otherAddress, "--rpc", node.url);
    await node.close();
    expect(output).toContain(`whose campaign address is ${campaign}`);
    expect(exit).toBe(1);
  });

  it("rejects an account that is missing or belongs to another deployment", async () => {
    const nobody = world.wallet().publicKey.toBase58();
    const missing = await verify(files.exact, "--campaign", nobody, "--rpc", world.api.rpcUrl);
    expect(missing).toMatchObject({ exit: 1, output: expect.stringContaining(nobody) });
    const other = ["--rpc", world.api.rpcUrl, "--program", nobody];
    expect((await verify(files.exact, "--campaign", campaign, ...other)).exit).toBe(1);
  });
});
