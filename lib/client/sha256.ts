import { sha256 } from "hash-wasm";

/** Fetched only where the platform has no SHA-256 of its own, and then this one algorithm of the library's. */
export const sha256Slowly = (bytes: Uint8Array): Promise<string> => sha256(bytes);
