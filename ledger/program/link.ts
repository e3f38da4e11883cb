import {
  type ElfObject,
  type ElfSymbol,
  type Relocation,
  readRelocations,
  SECTION_FLAG,
  SECTION_TYPE,
  type Section,
  UNDEFINED_SECTION,
} from "./elf-object";

/** The address at which the machine maps the program file. */
const PROGRAM_ADDRESS = 0x1_0000_0000n;
/** File offset of the code: after the ELF header (64 bytes) and three program headers (56 bytes each). */
export const CODE_OFFSET = 240;

const RELOCATION = { Load64: 1, Data64: 2, Call: 10 } as const;
const CALL_RELATIVE = 0x10;

/** The system calls that a program may use; the loader finds them by name. */
const SYSTEM_CALLS = new Set([
  "sol_get_clock_sysvar",
  "sol_get_rent_sysvar",
  "sol_invoke_signed_c",
  "sol_keccak256",
  "sol_log_",
  "sol_log_data",
  "sol_log_pubkey",
  "sol_memcpy_",
  "sol_memset_",
  "sol_panic_",
  "sol_set_return_data",
  "sol_try_find_program_address",
]);

/** A linked program, ready to be written as a file. `calls` are the system calls that the loader resolves. */
export type LinkedProgram = {
  code: Buffer;
  data: Buffer;
  dataOffset: number;
  entryOffset: number;
  calls: { offset: number; name: string }[];
};

const align = (value: number, to: number) => Math.ceil(value / to) * to;

type Layout = {
  object: ElfObject;
  /** Offset of each loaded section within its part. */
  offsets: Map<Section, number>;
  code: Buffer;
  data: Buffer;
  dataOffset: number;
};

const isCode = (section: Section) => (section.flags & SECTION_FLAG.Execute) !== 0;

function checkSection(section: Section): void {
  const isMutable = (section.flags & SECTION_FLAG.Write) !== 0 && !section.name.startsWith(".data.rel.ro");
  if (isMutable || section.type === SECTION_TYPE.NoBits)
    throw new Error(`${section.name} is writable, and a program has no mutable globals.`);
  if (section.type !== SECTION_TYPE.ProgramBits) throw new Error(`${section.name} cannot be loaded.`);
}

function layOutSections(object: ElfObject, sections: Section[], offsets: Map<Section, number>): Buffer {
  let end = 0;
  for (const section of sections) {
    const offset = align(end, Math.max(8, section.align));
    offsets.set(section, offset);
    end = offset + section.size;
  }
  const part = Buffer.alloc(align(end, 8));
  for (const section of sections) {
    const offset = offsets.get(section) ?? 0;
    object.bytes.copy(part, offset, section.offset, section.offset + section.size);
  }
  return part;
}

function layOut(object: ElfObject): Layout {
  const loaded = object.sections.filter((section) => section.flags & SECTION_FLAG.Alloc && section.size > 0);
  for (const section of loaded) checkSection(section);
  const offsets = new Map<Section, number>();
  const code = layOutSections(object, loaded.filter(isCode), offsets);
  const data = layOutSections(
    object,
    loaded.filter((section) => !isCode(section)),
    offsets,
  );
  if (code.length === 0 || data.length === 0) throw new Error("A program needs code and constants.");
  return { object, offsets, code, data, dataOffset: align(CODE_OFFSET + code.length, 16) };
}

/** Returns the section of a defined symbol and the symbol's offset within its part. */
function locate(layout: Layout, symbol: ElfSymbol): { section: Section; offset: number } {
  const section = layout.object.sections[symbol.section];
  const start = section && layout.offsets.get(section);
  if (symbol.section === UNDEFINED_SECTION || !section || start === undefined)
    throw new Error(`${symbol.name || "A symbol"} is not part of the program.`);
  return { section, offset: start + symbol.value };
}

function getAddress(layout: Layout, symbol: ElfSymbol): bigint {
  const { section, offset } = locate(layout, symbol);
  return PROGRAM_ADDRESS + BigInt((isCode(section) ? CODE_OFFSET : layout.dataOffset) + offset);
}

function nearestFunction(layout: Layout, offset: number): string {
  const before = layout.object.symbols
    .filter((symbol) => symbol.isFunction)
    .map((symbol) => ({ name: symbol.name, start: locate(layout, symbol).offset }))
    .filter((symbol) => symbol.start <= offset)
    .sort((a, b) => b.start - a.start);
  return before[0]?.name ?? "Code outside any function";
}

function relocateLoad(layout: Layout, at: number, symbol: ElfSymbol): void {
  const addend =
    BigInt(layout.code.readUInt32LE(at + 4)) | (BigInt(layout.code.readUInt32LE(at + 12)) << 32n);
  const address = getAddress(layout, symbol) + addend;
  layout.code.writeUInt32LE(Number(address & 0xffffffffn), at + 4);
  layout.code.writeUInt32LE(Number(address >> 32n), at + 12);
}

/** Resolves a call within the program; an external call is returned by name for the loader. */
function relocateCall(layout: Layout, at: number, symbol: ElfSymbol): string | null {
  layout.code.writeUInt8(CALL_RELATIVE, at + 1);
  if (symbol.section === UNDEFINED_SECTION) {
    if (!SYSTEM_CALLS.has(symbol.name))
      throw new Error(`${nearestFunction(layout, at)} calls ${symbol.name}, which is no known system call.`);
    layout.code.writeInt32LE(-1, at + 4);
    return symbol.name;
  }
  const target = locate(layout, symbol);
  if (!isCode(target.section)) throw new Error(`${nearestFunction(layout, at)} calls into data.`);
  const destination = target.offset + (layout.code.readInt32LE(at + 4) + 1) * 8;
  layout.code.writeInt32LE((destination - at) / 8 - 1, at + 4);
  return null;
}

function relocateCode(layout: Layout, at: number, relocation: Relocation): string | null {
  if (relocation.type === RELOCATION.Call) return relocateCall(layout, at, relocation.symbol);
  if (relocation.type !== RELOCATION.Load64)
    throw new Error(`${nearestFunction(layout, at)} needs relocation type ${relocation.type}.`);
  relocateLoad(layout, at, relocation.symbol);
  return null;
}

function relocateData(layout: Layout, at: number, relocation: Relocation): void {
  if (relocation.type !== RELOCATION.Data64)
    throw new Error(`A constant needs relocation type ${relocation.type}.`);
  const address = getAddress(layout, relocation.symbol) + layout.data.readBigUInt64LE(at);
  layout.data.writeBigUInt64LE(address, at);
}

function relocateSection(layout: Layout, relocations: Section): LinkedProgram["calls"] {
  const target = layout.object.sections[relocations.info];
  const start = target && layout.offsets.get(target);
  // Relocations of debug information and the like do not affect loaded sections.
  if (!target || start === undefined) return [];
  if (relocations.type === SECTION_TYPE.Rela) throw new Error(`${target.name} has relocations with addends.`);
  const calls: LinkedProgram["calls"] = [];
  for (const relocation of readRelocations(layout.object, relocations)) {
    const at = start + relocation.offset;
    if (!isCode(target)) {
      relocateData(layout, at, relocation);
      continue;
    }
    const name = relocateCode(layout, at, relocation);
    if (name) calls.push({ offset: CODE_OFFSET + at, name });
  }
  return calls;
}

/**
 * Links one relocatable object for SBPF v0: code first, then constants, with resolved references. Throws when
 * the object needs a feature that the machine lacks: mutable globals, unknown calls, unsupported
 * instructions.
 */
export function linkProgram(object: ElfObject): LinkedProgram {
  const layout = layOut(object);
  adaptInstructions(layout.code, (offset) => nearestFunction(layout, offset));
  const relocations = object.sections.filter(
    ({ type }) => type === SECTION_TYPE.Rel || type === SECTION_TYPE.Rela,
  );
  const calls = relocations.flatMap((section) => relocateSection(layout, section));
  const entry = object.symbols.find((symbol) => symbol.name === "entrypoint");
  if (!entry) throw new Error("The program has no entrypoint.");
  const { code, data, dataOffset } = layout;
  return { code, data, dataOffset, entryOffset: CODE_OFFSET + locate(layout, entry).offset, calls };
}

const INSTRUCTION_BYTES = 8;
const LOAD_IMMEDIATE_64 = 0x18;
const CALL_REGISTER = 0x8d;
const ENDIAN_OPERATIONS = [0xd4, 0xdc];
const BYTE_SWAP = 0xd7;

const CLASS = { LoadRegister: 1, StoreRegister: 3, Alu32: 4, Jump32: 6, Alu64: 7 } as const;

/**
 * Returns the error of an instruction for SBPF v0, or null. The verifier refuses some of these instructions
 * and misreads the rest.
 */
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
 * Throws for instructions that SBPF v0 lacks or runs with another meaning (compile with -mcpu=v2). Moves the
 * register of an indirect call to the field that v0 reads. `where` names a code offset for the message.
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
