/** A section of a relocatable object. `address` is set by the linker for sections that are loaded. */
export type Section = {
  name: string;
  type: number;
  flags: number;
  offset: number;
  size: number;
  link: number;
  info: number;
  align: number;
};

export type ElfSymbol = { name: string; isFunction: boolean; section: number; value: number };

export type Relocation = { offset: number; type: number; symbol: ElfSymbol };

export type ElfObject = { bytes: Buffer; sections: Section[]; symbols: ElfSymbol[] };

export const SECTION_TYPE = { ProgramBits: 1, SymbolTable: 2, Rela: 4, NoBits: 8, Rel: 9 } as const;
export const SECTION_FLAG = { Write: 1, Alloc: 2, Execute: 4 } as const;
export const UNDEFINED_SECTION = 0;

const ELF_MAGIC = 0x7f454c46;
const CLASS_64 = 2;
const LITTLE_ENDIAN = 1;
const RELOCATABLE = 1;
const MACHINE_BPF = 247;
const SECTION_HEADER_BYTES = 64;
const SYMBOL_BYTES = 24;
const RELOCATION_BYTES = 16;
const FUNCTION_SYMBOL = 2;

const u64 = (bytes: Buffer, at: number) => Number(bytes.readBigUInt64LE(at));

function text(bytes: Buffer, at: number): string {
  return bytes.toString("latin1", at, bytes.indexOf(0, at));
}

function readSections(bytes: Buffer): Section[] {
  const table = u64(bytes, 40);
  const count = bytes.readUInt16LE(60);
  const headerAt = (index: number) => table + index * SECTION_HEADER_BYTES;
  const names = u64(bytes, headerAt(bytes.readUInt16LE(62)) + 24);
  return Array.from({ length: count }, (_, index) => {
    const at = headerAt(index);
    return {
      name: text(bytes, names + bytes.readUInt32LE(at)),
      type: bytes.readUInt32LE(at + 4),
      flags: u64(bytes, at + 8),
      offset: u64(bytes, at + 24),
      size: u64(bytes, at + 32),
      link: bytes.readUInt32LE(at + 40),
      info: bytes.readUInt32LE(at + 44),
      align: u64(bytes, at + 48) || 1,
    };
  });
}

function readSymbols(bytes: Buffer, sections: Section[]): ElfSymbol[] {
  const table = sections.find((section) => section.type === SECTION_TYPE.SymbolTable);
  const names = table && sections[table.link];
  if (!table || !names) throw new Error("The object has no symbol table.");
  return Array.from({ length: table.size / SYMBOL_BYTES }, (_, index) => {
    const at = table.offset + index * SYMBOL_BYTES;
    return {
      name: text(bytes, names.offset + bytes.readUInt32LE(at)),
      isFunction: (bytes.readUInt8(at + 4) & 15) === FUNCTION_SYMBOL,
      section: bytes.readUInt16LE(at + 6),
      value: u64(bytes, at + 8),
    };
  });
}

/** Reads the parts of a relocatable eBPF object that the linker needs. Throws for other bytes. */
export function readElfObject(bytes: Buffer): ElfObject {
  const isElf = bytes.length > 64 && bytes.readUInt32BE(0) === ELF_MAGIC;
  if (!isElf || bytes[4] !== CLASS_64 || bytes[5] !== LITTLE_ENDIAN)
    throw new Error("Not a little-endian ELF64 file.");
  if (bytes.readUInt16LE(16) !== RELOCATABLE || bytes.readUInt16LE(18) !== MACHINE_BPF)
    throw new Error("Not a relocatable eBPF object.");
  const sections = readSections(bytes);
  return { bytes, sections, symbols: readSymbols(bytes, sections) };
}

/**
 * Returns the relocations of one relocation section. The eBPF target stores addends in place, so the result
 * has none.
 */
export function readRelocations(object: ElfObject, section: Section): Relocation[] {
  return Array.from({ length: section.size / RELOCATION_BYTES }, (_, index) => {
    const at = section.offset + index * RELOCATION_BYTES;
    const symbol = object.symbols[object.bytes.readUInt32LE(at + 12)];
    if (!symbol) throw new Error(`A relocation in ${section.name} names no symbol.`);
    return { offset: u64(object.bytes, at), type: object.bytes.readUInt32LE(at + 8), symbol };
  });
}
