import { createHash } from "node:crypto";
import { PublicKey } from "@solana/web3.js";
import { describe, expect, test, vi } from "vitest";
import { TestLedger } from "@/ledger/tests/support/ledger";
import { DEFAULT_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { createChain, type RpcAccount } from "@/lib/service/chain/chain";
import { fetchProgram, knownProgram, readProgram } from "@/lib/service/chain/program";

const UPGRADEABLE = "BPFLoaderUpgradeab1e11111111111111111111111";
const FIXED = "BPFLoader2111111111111111111111111111111111";
const PROGRAM = new PublicKey(new Uint8Array(32).fill(5)).toBase58();
const DATA = new PublicKey(new Uint8Array(32).fill(6));
const AUTHORITY = new PublicKey(new Uint8Array(32).fill(7));
const CODE = Buffer.from("7f454c4601", "hex");

type Deployment = { authority?: PublicKey | null; slot?: bigint; code?: Buffer };

function programData({ authority = AUTHORITY, slot = 9n, code = CODE }: Deployment): Buffer {
  const header = Buffer.alloc(45);
  header.writeUInt32LE(3);
  header.writeBigUInt64LE(slot, 4);
  if (authority) Buffer.from([1, ...authority.toBytes()]).copy(header, 12);
  return Buffer.concat([header, code]);
}

const account = (data: Buffer, over: Partial<RpcAccount> = {}): RpcAccount => ({
  ...{ owner: UPGRADEABLE, lamports: 1n, executable: false, data: new Uint8Array(data) },
  ...over,
});

/** A network with one program, and the bytes that were read of it. */
function getNetwork(accounts: Record<string, RpcAccount>) {
  let bytes = 0;
  const getAccounts = vi.fn(
    async (addresses: readonly string[], { headBytes = Number.POSITIVE_INFINITY } = {}) => ({
      slot: 1n,
      accounts: addresses.map((address) => {
        const found = accounts[address];
        const data = found?.data.slice(0, headBytes) ?? new Uint8Array();
        bytes += data.length;
        return found ? { ...found, data } : null;
      }),
    }),
  );
  return { accounts, getAccounts, readBytes: () => bytes };
}

const upgradeable = (deployment: Deployment = {}) => {
  const pointer = Buffer.concat([Buffer.from([2, 0, 0, 0]), DATA.toBytes()]);
  return getNetwork({
    [PROGRAM]: account(pointer, { executable: true }),
    [DATA.toBase58()]: account(programData(deployment)),
  });
};
const sha256 = (code: Buffer) => createHash("sha256").update(code).digest("hex");

describe("fetchProgram", () => {
  test("returns authority, slot and hash of an upgradeable program", async () => {
    expect(await fetchProgram(upgradeable(), PROGRAM)).toEqual({
      ...{ address: PROGRAM, authority: AUTHORITY.toBase58(), deployedSlot: "9" },
      ...{ sha256: sha256(CODE), tested: false },
    });
  });

  test("returns no authority for a program that cannot be upgraded", async () => {
    expect(await fetchProgram(upgradeable({ authority: null }), PROGRAM)).toMatchObject({ authority: null });
    const fixed = getNetwork({ [PROGRAM]: account(CODE, { owner: FIXED, executable: true }) });
    expect(await fetchProgram(fixed, PROGRAM)).toMatchObject({
      ...{ authority: null, deployedSlot: null, sha256: sha256(CODE) },
    });
  });

  test("ignores zeros behind the code, which an extension of the account adds", async () => {
    const extended = upgradeable({ code: Buffer.concat([CODE, Buffer.alloc(1_000)]) });
    expect(await fetchProgram(extended, PROGRAM)).toMatchObject({ sha256: sha256(CODE) });
  });

  test("returns null for an account that is not a program", async () => {
    const other = getNetwork({ [PROGRAM]: account(CODE, { owner: PROGRAM }) });
    expect(await fetchProgram(other, PROGRAM)).toBeNull();
    expect(await fetchProgram(getNetwork({}), PROGRAM)).toBeNull();
  });

  test("reads the code again only after another deployment", async () => {
    const network = upgradeable({ code: Buffer.alloc(5_000, 1) });
    const known = await fetchProgram(network, PROGRAM);
    const before = network.readBytes();
    expect(await fetchProgram(network, PROGRAM, { known })).toBe(known);
    expect(network.readBytes() - before).toBeLessThan(100);
    network.accounts[DATA.toBase58()] = account(programData({ slot: 10n, code: CODE }));
    expect(await fetchProgram(network, PROGRAM, { known })).toMatchObject({
      ...{ deployedSlot: "10", sha256: sha256(CODE) },
    });
  });

  test("recognizes the local ledger's program as the tested build", async () => {
    const ledger = await TestLedger.start();
    const chain = createChain({ urls: [ledger.url] });
    expect(await fetchProgram(chain, DEFAULT_PROGRAM_ID)).toMatchObject({ authority: null, tested: true });
    await ledger.close();
  });
});

describe("the program of a service", () => {
  const start = () => {
    const clock = { ms: 1_000_000 };
    const network = upgradeable();
    const log = { warn: vi.fn() };
    const sources = { env: { VESTING_PROGRAM_ID: PROGRAM }, chain: network, log, nowMs: () => clock.ms };
    return { clock, network, log, sources };
  };

  test("is read at most once a minute, and never waited for once it is known", async () => {
    const { clock, network, sources } = start();
    expect(knownProgram(sources)).toBeNull();
    expect(await readProgram(sources)).toMatchObject({ deployedSlot: "9" });
    const calls = network.getAccounts.mock.calls.length;
    clock.ms += 59_000;
    expect(knownProgram(sources)).toMatchObject({ deployedSlot: "9" });
    expect(network.getAccounts.mock.calls.length).toBe(calls);
    clock.ms += 1_000;
    knownProgram(sources);
    await vi.waitFor(() => expect(network.getAccounts.mock.calls.length).toBe(calls + 2));
  });

  test("is logged when it changes, and stays known while the network is away", async () => {
    const { clock, network, log, sources } = start();
    await readProgram(sources);
    network.accounts[DATA.toBase58()] = account(programData({ slot: 10n }));
    clock.ms += 60_000;
    knownProgram(sources);
    await vi.waitFor(() => expect(knownProgram(sources)).toMatchObject({ deployedSlot: "10" }));
    expect(log.warn).toHaveBeenCalledWith(expect.anything(), "the vesting program was changed");
    network.getAccounts.mockRejectedValueOnce(new Error("away"));
    clock.ms += 60_000;
    expect(await readProgram(sources)).toMatchObject({ deployedSlot: "10" });
  });
});
