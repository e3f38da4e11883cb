import { createKeccak } from "hash-wasm";

export const HASH_BYTES = 32;

/** Writes the Keccak-256 hash of `message` at `offset` of `out`. */
export type Keccak = (message: Uint8Array, out: Uint8Array, offset: number) => void;

let loading: Promise<Keccak> | undefined;

async function load(): Promise<Keccak> {
  const hasher = await createKeccak(256);
  // One call hashes one whole message without a pause, so sharing the hasher between runs is safe.
  return (message, out, offset) => {
    out.set(hasher.init().update(message).digest("binary"), offset);
  };
}

/** The hash function; compiles it on the first call. */
export function loadKeccak(): Promise<Keccak> {
  loading ??= load();
  return loading;
}
