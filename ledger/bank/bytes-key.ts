/** Returns bytes as a map key: one character per byte, far cheaper than base58. */
export function bytesKey(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}

export function keyBytes(key: string): Uint8Array {
  return Buffer.from(key, "latin1");
}
