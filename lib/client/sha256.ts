import { sha256 } from "hash-wasm";

/** Hashes with a library, which is loaded only where the platform has no SHA-256. */
export const sha256Slowly = (bytes: Uint8Array): Promise<string> => sha256(bytes);
