import { createKeccak } from "hash-wasm";

export const HASH_BYTES = 32;

/** Writes the Keccak-256 hash of `message` at `offset` of `out`. */
export type Keccak = (message: Uint8Array, out: Uint8Array, offset: number) => void;

let loading: Promise<Keccak> | undefined;

async function load(): Promise<Keccak> {
  const hasher = await createKeccak(256);
  // Each call hashes a whole message synchronously, so concurrent runs can share the hasher.
  return (message, out, offset) => {
    out.set(hasher.init().update(message).digest("binary"), offset);
  };
}

/** Returns the hash function; the first call compiles it. */
export function loadKeccak(): Promise<Keccak> {
  loading ??= load();
  return loading;
}
