import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import type { Bank } from "../bank/bank";
import { type AccountState, Engine } from "../bank/engine";
import type { DataFolder } from "./data-folder";

const FILE = "snapshot.bin";
const HASH_BYTES = 32;
const LENGTH_BYTES = 4;

const base64 = z.base64().transform((text) => new Uint8Array(Buffer.from(text, "base64")));
const accountSchema = z.object({
  lamports: z.string().regex(/^\d+$/).transform(BigInt),
  data: base64,
  owner: base64,
  executable: z.boolean(),
});
const headSchema = z.object({
  format: z.literal(1),
  slot: z.int().min(0),
  /** What the accounts that changed after `slot` held at its end. */
  older: z.array(z.object({ address: base64, value: accountSchema.nullable() })),
});

/**
 * Writes the state at the newest final slot. The machine's own bytes are its newest state; with the older
 * versions beside them a restart begins where no fork can reach, and replays the rest from the history.
 */
export function writeSnapshot(folder: DataFolder, bank: Bank): void {
  const slot = bank.slotAt("finalized");
  const older = [...bank.versions.changedSince(slot)].map(({ address, value }) => ({
    address: Buffer.from(address).toString("base64"),
    value: value && encodeAccount(value),
  }));
  const head = Buffer.from(JSON.stringify({ format: 1, slot, older }));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(head.length);
  const state = bank.engine.toBytes();
  const hash = createHash("sha256").update(length).update(head).update(state).digest();
  folder.replace(FILE, [hash, length, head, state]);
}

/** The engine as of the last snapshot and the slot it stands at, or null when there is no whole snapshot. */
export function readSnapshot(folder: DataFolder): { engine: Engine; slot: number } | null {
  const path = folder.file(FILE);
  if (!existsSync(path)) return null;
  const bytes = readFileSync(path);
  const body = bytes.subarray(HASH_BYTES);
  if (Buffer.compare(createHash("sha256").update(body).digest(), bytes.subarray(0, HASH_BYTES)) !== 0)
    return null;
  const stateStart = LENGTH_BYTES + body.readUInt32LE(0);
  const head = headSchema.parse(JSON.parse(body.subarray(LENGTH_BYTES, stateStart).toString("utf8")));
  const engine = Engine.restore(body.subarray(stateStart));
  for (const { address, value } of head.older) engine.setAccount(address, value);
  return { engine, slot: head.slot };
}

function encodeAccount({ lamports, data, owner, executable }: AccountState) {
  return {
    lamports: lamports.toString(),
    data: Buffer.from(data).toString("base64"),
    owner: Buffer.from(owner).toString("base64"),
    executable,
  };
}
