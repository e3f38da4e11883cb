import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Keypair } from "@solana/web3.js";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { certifyCampaign, checkCertificate } from "@/cli/vesting-index/commands/certify";
import { RunningService } from "@/cli/vesting-index/running-service";
import { createCampaign } from "@/docs/actions/examples/create-campaign";
import { LONG } from "@/ledger/tests/support/long";
import { ApiClient } from "@/lib/client/api-client";
import type { CertificateView } from "@/lib/contract/certificate";
import { toLeaf } from "@/lib/core/plans/leaf-from-json";
import { leavesCsv } from "@/lib/core/recipients/leaves-csv";
import { DEFAULT_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { createCast, recipient, SUPPLY, World } from "@/tests/scenarios/actions/harness";

const KEY = "a-key-of-the-operator";
const folder = mkdtempSync(join(tmpdir(), "certify-"));
const signer = Keypair.generate();
const keyFile = join(folder, "operator.json");
writeFileSync(keyFile, JSON.stringify([...signer.secretKey]), { mode: 0o600 });

let world: World;
let treeAddress: string;
beforeAll(async () => {
  world = await World.start({ settings: { ADMIN_API_KEY: KEY } });
  const cast = await createCast(world, "tokens");
  const half = recipient(cast, { amount: SUPPLY / 2n, start: world.now - 500n });
  const { terms, creator } = cast;
  treeAddress = await createCampaign(world.api, { terms, recipients: [half, half], creator });
}, LONG.timeout);
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await world.close();
});

let written: string[] = [];
beforeEach(() => {
  written = [];
  vi.spyOn(process.stdout, "write").mockImplementation((text) => written.push(String(text)) > 0);
});
afterEach(() => vi.restoreAllMocks());
const output = () => written.join("");

const query = () => ({
  ...{ treeAddress, url: world.api.baseUrl, rpc: world.api.rpcUrl, programId: DEFAULT_PROGRAM_ID },
  json: false,
});
const out = join(folder, "certificate.json");
const readOut = () => JSON.parse(readFileSync(out, "utf8")) as CertificateView;

describe("vesting-index certify", () => {
  test("certifies a campaign of the network, signs, writes and publishes the result", LONG, async () => {
    const publishTo = new RunningService({ url: world.api.baseUrl, key: KEY });
    expect(await certifyCampaign({ ...query(), keyFile, out, publishTo })).toBe(0);
    expect(output()).toContain("paid: the vault covers every claim in full, and nothing remains");
    const view = readOut();
    expect(view.certificate).toMatchObject({ treeAddress, result: "paid", due: `${SUPPLY}`, rest: "0" });
    expect(view.certificate.program.tested).toBe(true);
    expect(view.signature?.signer).toBe(signer.publicKey.toBase58());
    expect(await new ApiClient({ baseUrl: world.api.baseUrl }).certificate(treeAddress)).toEqual(view);
  });

  test("checks the signature of a certificate, and its network and root", LONG, async () => {
    expect(await checkCertificate({ path: out, rpc: world.api.rpcUrl, json: false })).toBe(0);
    expect(output()).toMatch(/signature +valid\nsame network +yes\nsame root +yes/);
    const view = readOut();
    const changed = join(folder, "changed.json");
    writeFileSync(changed, JSON.stringify({ ...view, certificate: { ...view.certificate, rest: "1" } }));
    expect(await checkCertificate({ path: changed, rpc: undefined, json: true })).toBe(1);
    expect(output()).toContain('"signature": "invalid"');
    writeFileSync(changed, "{}");
    await expect(checkCertificate({ path: changed, rpc: undefined, json: false })).rejects.toThrow(
      "is not a certificate of this version",
    );
  });

  test("takes the leaves of a file, and refuses a file that was changed", LONG, async () => {
    const { leaves } = await new ApiClient({ baseUrl: world.api.baseUrl }).leaves(treeAddress);
    const file = join(folder, "leaves.csv");
    writeFileSync(file, [...leavesCsv(leaves.map(toLeaf))].join(""));
    expect(await certifyCampaign({ ...query(), url: "http://127.0.0.1:9", leaves: file })).toBe(0);
    const [first, ...others] = leaves.map(toLeaf);
    if (!first) throw new Error("The campaign has no leaf.");
    writeFileSync(file, [...leavesCsv([{ ...first, amount: first.amount - 1n }, ...others])].join(""));
    await expect(certifyCampaign({ ...query(), leaves: file })).rejects.toMatchObject({
      message: expect.stringMatching(/^Not certified: The leaves have the root/),
      exit: 2,
    });
  });

  test("exits with 2 for an account that does not exist", LONG, async () => {
    const leaves = join(folder, "leaves.csv");
    await expect(
      certifyCampaign({ ...query(), leaves, treeAddress: signer.publicKey.toBase58() }),
    ).rejects.toMatchObject({ exit: 2, message: expect.stringContaining("does not exist on the network") });
  });
});
