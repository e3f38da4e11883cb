const INSTRUCTION_BYTES = 8;
const LOAD_IMMEDIATE_64 = 0x18;
const CALL_REGISTER = 0x8d;
const ENDIAN_OPERATIONS = [0xd4, 0xdc];
const BYTE_SWAP = 0xd7;

const CLASS = { LoadRegister: 1, StoreRegister: 3, Alu32: 4, Jump32: 6, Alu64: 7 } as const;

/** What is wrong with an instruction for SBPF v0, or null. The verifier refuses some of it and misreads the rest. */
function refusal(operation: number, offset: number): string | null {
  const kind = operation & 7;
  const mode = operation & 0xe0;
  if (kind === CLASS.Alu32 && !ENDIAN_OPERATIONS.includes(operation))
    return "32-bit arithmetic, which SBPF sign-extends and eBPF zero-extends";
  if (kind === CLASS.Jump32) return "a 32-bit jump";
  if (kind === CLASS.StoreRegister && mode === 0xc0) return "an atomic operation";
  if (kind === CLASS.LoadRegister && mode === 0x80) return "a sign-extending load";
  if (operation === BYTE_SWAP) return "an unconditional byte swap";
  if (kind === CLASS.Alu64 && offset !== 0) return "a signed division or sign-extending move";
  return null;
}

/**
 * Throws on instructions that SBPF v0 does not have or runs with another meaning (compile with -mcpu=v2), and moves
 * the register of an indirect call to where v0 looks for it. `where` names a code offset for the message.
 */
export function adaptInstructions(code: Buffer, where: (offset: number) => string): void {
  for (let at = 0; at < code.length; at += INSTRUCTION_BYTES) {
    const operation = code.readUInt8(at);
    if (operation === LOAD_IMMEDIATE_64) {
      at += INSTRUCTION_BYTES;
      continue;
    }
    const reason = refusal(operation, code.readInt16LE(at + 2));
    if (reason) throw new Error(`${where(at)} uses ${reason}.`);
    if (operation === CALL_REGISTER) {
      code.writeUInt8(code.readUInt8(at + 1) & 15, at + 4);
      code.writeUInt8(0, at + 1);
    }
  }
}
