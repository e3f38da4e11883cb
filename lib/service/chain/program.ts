import { createHash } from "node:crypto";
import type { ProgramView } from "@/lib/contract/program";
import {
  isFixedProgram,
  PROGRAM_DATA_HEADER_BYTES,
  programDataAddress,
  readProgramHeader,
  TESTED_BUILDS,
  trimCode,
} from "@/lib/core/solana/program-account";
import { globalSingleton } from "@/lib/service/global-singleton";
import type { Logger } from "@/lib/service/log";
import { BackgroundCache, cacheFor } from "./background-cache";
import type { Chain, RpcAccount } from "./chain";
import type { CallOptions } from "./rpc-client";

/** Time for which a deployment is not read again. */
const VALID_MS = 60_000;
const LIMITS: CallOptions = { deadlineMs: 10_000, attempts: 2 };

type Accounts = Pick<Chain, "getAccounts">;

/** The services that a deployment is read with. */
type Sources = {
  env: { VESTING_PROGRAM_ID: string };
  chain: Accounts | null;
  log: Pick<Logger, "warn">;
  nowMs(): number;
};

/**
 * Reads who can upgrade a program, when it was deployed, and the hash of its code; null where the address has no program.
 * The code is read only if `known` is of another deployment. Throws as Chain does.
 */
export async function fetchProgram(
  chain: Accounts,
  address: string,
  { known, ...limits }: CallOptions & { known?: ProgramView | null } = {},
): Promise<ProgramView | null> {
  const read = async (at: string, headBytes?: number): Promise<RpcAccount | null> =>
    (await chain.getAccounts([at], { ...limits, ...(headBytes && { headBytes }) })).accounts[0] ?? null;
  const program = await read(address, PROGRAM_DATA_HEADER_BYTES);
  if (!program?.executable) return null;
  if (isFixedProgram(program)) {
    const facts = { address, authority: null, deployedSlot: null };
    if (isSame(known, facts)) return known;
    return { ...facts, ...computeHash((await read(address))?.data) };
  }
  const dataAddress = programDataAddress(program);
  if (dataAddress === null) return null;
  const header = getHeader(address, await read(dataAddress, PROGRAM_DATA_HEADER_BYTES));
  if (header === null) return null;
  if (isSame(known, header)) return known;
  const whole = await read(dataAddress);
  // Of the same read as the code, which may be of a newer deployment.
  const facts = getHeader(address, whole);
  return facts && { ...facts, ...computeHash(whole?.data.subarray(PROGRAM_DATA_HEADER_BYTES)) };
}

type Facts = Pick<ProgramView, "address" | "authority" | "deployedSlot">;

function getHeader(address: string, account: RpcAccount | null): Facts | null {
  const header = account && readProgramHeader(account);
  return header && { address, authority: header.authority, deployedSlot: header.slot.toString() };
}

const isSame = (known: ProgramView | null | undefined, facts: Facts): known is ProgramView =>
  known?.address === facts.address &&
  known.authority === facts.authority &&
  known.deployedSlot === facts.deployedSlot;

function computeHash(code: Uint8Array = new Uint8Array()): Pick<ProgramView, "sha256" | "tested"> {
  const sha256 = createHash("sha256").update(trimCode(code)).digest("hex");
  return { sha256, tested: TESTED_BUILDS.includes(sha256) };
}

const shared = globalSingleton<WeakMap<object, BackgroundCache<ProgramView>>>("program");

/** Returns the program as it was last read, at once; null before the first read. Reads it again once a minute. */
export const knownProgram = (sources: Sources): ProgramView | null =>
  getProgram(sources).get(sources.nowMs());

/** The same, but waits for the first read. */
export const readProgram = (sources: Sources): Promise<ProgramView | null> =>
  getProgram(sources).waitForFirst(sources.nowMs());

const getProgram = (sources: Sources): BackgroundCache<ProgramView> =>
  cacheFor(shared, sources, () => new BackgroundCache(VALID_MS, (known) => refresh(sources, known)));

async function refresh({ chain, env, log }: Sources, known: ProgramView | null): Promise<ProgramView | null> {
  try {
    const program = chain && (await fetchProgram(chain, env.VESTING_PROGRAM_ID, { ...LIMITS, known }));
    const isChanged = known && program && known !== program;
    if (isChanged) log.warn({ before: known, after: program }, "the vesting program was changed");
    return program;
  } catch (error) {
    log.warn({ error }, "the vesting program's deployment could not be read");
    return null;
  }
}

/**
 * Reads a deployed program together with its code, zeros behind it included; null where the address has no program.
 * Throws as Chain does.
 */
export async function fetchProgramCode(
  chain: Accounts,
  address: string,
  limits: CallOptions = {},
): Promise<{ program: ProgramView; code: Uint8Array } | null> {
  const read = async (at: string) => (await chain.getAccounts([at], limits)).accounts[0] ?? null;
  const account = await read(address);
  if (!account?.executable) return null;
  if (isFixedProgram(account)) {
    const facts = { address, authority: null, deployedSlot: null };
    return { program: { ...facts, ...computeHash(account.data) }, code: account.data };
  }
  const dataAddress = programDataAddress(account);
  const whole = dataAddress === null ? null : await read(dataAddress);
  const facts = getHeader(address, whole);
  if (!facts || !whole) return null;
  const code = whole.data.subarray(PROGRAM_DATA_HEADER_BYTES);
  return { program: { ...facts, ...computeHash(code) }, code };
}
