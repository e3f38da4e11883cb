const HASH_BYTES = 32;
/** "255," for each byte of a hash, and its brackets. */
const MOST_CHARACTERS_A_HASH = HASH_BYTES * 4 + 3;

const [ZERO, COMMA, OPEN, CLOSE] = [0x30, 0x2c, 0x5b, 0x5d];

let scratch = Buffer.alloc(MOST_CHARACTERS_A_HASH * 32 + 2);

/**
 * A packed proof (32 bytes a sibling) as the JSON text the specification stores and serves: an array of arrays of 32
 * byte values. Text at once, because 100,000 proofs as objects would take gigabytes, and written as bytes, because
 * joining strings is what would take longest in a registration. Source: spec 2.3, 4.7.
 */
export function proofJson(proof: Uint8Array): string {
  const most = (proof.length / HASH_BYTES) * MOST_CHARACTERS_A_HASH + 2;
  if (scratch.length < most) scratch = Buffer.alloc(most);
  const out = scratch;
  let at = 0;
  out[at++] = OPEN;
  for (let index = 0; index < proof.length; index++) {
    const value = proof[index] as number;
    if (index % HASH_BYTES === 0) out[at++] = OPEN;
    if (value >= 100) out[at++] = ZERO + Math.floor(value / 100);
    if (value >= 10) out[at++] = ZERO + (Math.floor(value / 10) % 10);
    out[at++] = ZERO + (value % 10);
    if (index % HASH_BYTES === HASH_BYTES - 1) out[at++] = CLOSE;
    out[at++] = COMMA;
  }
  // The last comma gives way to the bracket that ends it all.
  if (proof.length > 0) at--;
  out[at++] = CLOSE;
  return out.toString("latin1", 0, at);
}
