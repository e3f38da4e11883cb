// Duplicated here, because pages import API schemas, and importing the constant would also bundle the hash
// function.
const HASH_BYTES = 32;
const [COMMA, OPEN, CLOSE, ZERO] = [44, 91, 93, 48];
/** At most three digits and a comma per byte, and brackets with a comma per sibling. */
const MAX_BYTE_CHARACTERS = 4;
const MAX_SIBLING_CHARACTERS = HASH_BYTES * MAX_BYTE_CHARACTERS + 3;

const decoder = new TextDecoder();

/**
 * Formats a proof of concatenated bytes as JSON, with an array of 32 bytes per sibling.
 * @throws RangeError when a sibling is incomplete.
 */
export function proofJson(proof: Uint8Array): string {
  if (proof.length % HASH_BYTES !== 0) throw new RangeError(`A proof has ${proof.length} bytes.`);
  const out = new Uint8Array((proof.length / HASH_BYTES) * MAX_SIBLING_CHARACTERS + 2);
  let end = 0;
  out[end++] = OPEN;
  for (let at = 0; at < proof.length; at++) {
    const isFirst = at % HASH_BYTES === 0;
    if (at > 0) out[end++] = COMMA;
    if (isFirst) out[end++] = OPEN;
    const byte = proof[at] as number;
    if (byte >= 100) out[end++] = ZERO + Math.floor(byte / 100);
    if (byte >= 10) out[end++] = ZERO + (Math.floor(byte / 10) % 10);
    out[end++] = ZERO + (byte % 10);
    if (at % HASH_BYTES === HASH_BYTES - 1) out[end++] = CLOSE;
  }
  out[end++] = CLOSE;
  return decoder.decode(out.subarray(0, end));
}
