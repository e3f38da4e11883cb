const BYTE_TEXT = Array.from({ length: 256 }, (_, value) => String(value));

/**
 * A packed proof (32 bytes a sibling) as the JSON text the specification stores and serves: an array of arrays of 32
 * byte values. Text at once, because 100,000 proofs as objects would take gigabytes. Source: spec 2.3, 4.7.
 */
export function proofJson(proof: Uint8Array): string {
  let text = "[";
  for (let offset = 0; offset < proof.length; offset += 32) {
    text += offset === 0 ? "[" : ",[";
    for (let index = 0; index < 32; index++) {
      const value = BYTE_TEXT[proof[offset + index] ?? 0];
      text += index === 0 ? value : `,${value}`;
    }
    text += "]";
  }
  return `${text}]`;
}
