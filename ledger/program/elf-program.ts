import { CODE_OFFSET, type LinkedProgram } from "./link";

const ELF_HEADER_BYTES = 64;
const PROGRAM_HEADER_BYTES = 56;
const SECTION_HEADER_BYTES = 64;
const SYMBOL_BYTES = 24;
const RELOCATION_BYTES = 16;
const DYNAMIC_BYTES = 16;
const SHARED_OBJECT = 3;
const MACHINE_BPF = 247;
const GLOBAL_SYMBOL = 0x10;
const CALL_RELOCATION = 10;

const SECTION = { Code: 0, Data: 1, Dynamic: 2, Symbols: 3, Strings: 4, Relocations: 5, Names: 6 } as const;
const TYPE = { Bits: 1, Strings: 3, Dynamic: 6, Rel: 9, DynamicSymbols: 11 } as const;
const FLAG = { Write: 1, Alloc: 2, Execute: 4 } as const;
const TAG = {
  StringTable: 5,
  SymbolTable: 6,
  StringBytes: 10,
  SymbolEntry: 11,
  Rel: 17,
  RelBytes: 18,
  RelEntry: 19,
};

type FileSection = {
  name: string;
  bytes: Buffer;
  offset: number;
  type: number;
  flags: number;
  link: number;
  entryBytes: number;
};

const align8 = (value: number) => Math.ceil(value / 8) * 8;

/**
 * Returns the dynamic symbols, their names, and the relocations by which the loader finds the system calls.
 */
function dynamicTables(calls: LinkedProgram["calls"]) {
  const names = [...new Set(calls.map((call) => call.name))];
  const strings = Buffer.from(`\0${names.map((name) => `${name}\0`).join("")}`, "latin1");
  const symbols = Buffer.alloc(SYMBOL_BYTES * (names.length + 1));
  for (const [index, name] of names.entries()) {
    const at = SYMBOL_BYTES * (index + 1);
    symbols.writeUInt32LE(strings.indexOf(`\0${name}\0`, 0, "latin1") + 1, at);
    symbols.writeUInt8(GLOBAL_SYMBOL, at + 4);
  }
  const relocations = Buffer.alloc(RELOCATION_BYTES * calls.length);
  for (const [index, call] of calls.entries()) {
    const at = RELOCATION_BYTES * index;
    relocations.writeBigUInt64LE(BigInt(call.offset), at);
    relocations.writeUInt32LE(CALL_RELOCATION, at + 8);
    relocations.writeUInt32LE(names.indexOf(call.name) + 1, at + 12);
  }
  return { strings, symbols, relocations };
}

function layOutSections(program: LinkedProgram): FileSection[] {
  const { strings, symbols, relocations } = dynamicTables(program.calls);
  const dynamic = Buffer.alloc(DYNAMIC_BYTES * 8);
  const plain = { link: 0, entryBytes: 0, offset: 0 };
  const sections: FileSection[] = [
    { ...plain, name: ".text", bytes: program.code, type: TYPE.Bits, flags: FLAG.Alloc | FLAG.Execute },
    { ...plain, name: ".rodata", bytes: program.data, type: TYPE.Bits, flags: FLAG.Alloc },
    { ...plain, name: ".dynamic", bytes: dynamic, type: TYPE.Dynamic, flags: FLAG.Write | FLAG.Alloc },
    { ...plain, name: ".dynsym", bytes: symbols, type: TYPE.DynamicSymbols, flags: FLAG.Alloc },
    { ...plain, name: ".dynstr", bytes: strings, type: TYPE.Strings, flags: FLAG.Alloc },
    { ...plain, name: ".rel.dyn", bytes: relocations, type: TYPE.Rel, flags: FLAG.Alloc },
  ];
  const names = `\0${[...sections.map((section) => section.name), ".shstrtab"].join("\0")}\0`;
  sections.push({ ...plain, name: ".shstrtab", bytes: Buffer.from(names), type: TYPE.Strings, flags: 0 });
  let end = CODE_OFFSET;
  for (const [index, section] of sections.entries()) {
    section.offset = index === SECTION.Data ? program.dataOffset : align8(end);
    end = section.offset + section.bytes.length;
  }
  return sections;
}

function at<T>(list: T[], index: number): T {
  const item = list[index];
  if (item === undefined) throw new RangeError(`There is no section ${index}.`);
  return item;
}

/**
 * Connects the tables: the dynamic section points at the others, and headers refer to each other by number.
 */
function connect(sections: FileSection[]): void {
  const dynamic = at(sections, SECTION.Dynamic);
  const symbols = at(sections, SECTION.Symbols);
  const strings = at(sections, SECTION.Strings);
  const relocations = at(sections, SECTION.Relocations);
  // Section numbers in headers count the null section that precedes the others.
  Object.assign(dynamic, { link: SECTION.Strings + 1, entryBytes: DYNAMIC_BYTES });
  Object.assign(symbols, { link: SECTION.Strings + 1, entryBytes: SYMBOL_BYTES });
  Object.assign(relocations, { link: SECTION.Symbols + 1, entryBytes: RELOCATION_BYTES });
  const entries = [
    [TAG.SymbolTable, symbols.offset],
    [TAG.SymbolEntry, SYMBOL_BYTES],
    [TAG.StringTable, strings.offset],
    [TAG.StringBytes, strings.bytes.length],
    [TAG.Rel, relocations.offset],
    [TAG.RelBytes, relocations.bytes.length],
    [TAG.RelEntry, RELOCATION_BYTES],
  ] as const;
  for (const [index, [tag, value]] of entries.entries()) {
    dynamic.bytes.writeBigUInt64LE(BigInt(tag), DYNAMIC_BYTES * index);
    dynamic.bytes.writeBigUInt64LE(BigInt(value), DYNAMIC_BYTES * index + 8);
  }
}

function writeElfHeader(file: Buffer, entry: number, sectionTable: number): void {
  file.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
  file.writeUInt16LE(SHARED_OBJECT, 16);
  file.writeUInt16LE(MACHINE_BPF, 18);
  file.writeUInt32LE(1, 20);
  file.writeBigUInt64LE(BigInt(entry), 24);
  file.writeBigUInt64LE(BigInt(ELF_HEADER_BYTES), 32);
  file.writeBigUInt64LE(BigInt(sectionTable), 40);
  const counts = [ELF_HEADER_BYTES, PROGRAM_HEADER_BYTES, 3, SECTION_HEADER_BYTES, 8, SECTION.Names + 1];
  for (const [index, count] of counts.entries()) file.writeUInt16LE(count, 52 + 2 * index);
}

function writeProgramHeaders(file: Buffer, sections: FileSection[]): void {
  const dynamic = at(sections, SECTION.Dynamic);
  const data = at(sections, SECTION.Data);
  const relocations = at(sections, SECTION.Relocations);
  const dataBytes = relocations.offset + relocations.bytes.length - data.offset;
  const headers = [
    { type: 1, flags: 5, offset: CODE_OFFSET, size: at(sections, SECTION.Code).bytes.length },
    { type: 1, flags: 4, offset: data.offset, size: dataBytes },
    { type: 2, flags: 6, offset: dynamic.offset, size: dynamic.bytes.length },
  ];
  for (const [index, header] of headers.entries()) {
    const start = ELF_HEADER_BYTES + PROGRAM_HEADER_BYTES * index;
    file.writeUInt32LE(header.type, start);
    file.writeUInt32LE(header.flags, start + 4);
    const fields = [header.offset, header.offset, header.offset, header.size, header.size, 8];
    for (const [field, value] of fields.entries())
      file.writeBigUInt64LE(BigInt(value), start + 8 + 8 * field);
  }
}

function writeSectionHeaders(file: Buffer, sections: FileSection[], table: number): void {
  const names = at(sections, SECTION.Names).bytes;
  for (const [index, section] of sections.entries()) {
    const start = table + SECTION_HEADER_BYTES * (index + 1);
    file.writeUInt32LE(names.indexOf(`\0${section.name}\0`) + 1, start);
    file.writeUInt32LE(section.type, start + 4);
    file.writeBigUInt64LE(BigInt(section.flags), start + 8);
    file.writeBigUInt64LE(BigInt(section.flags & FLAG.Alloc ? section.offset : 0), start + 16);
    file.writeBigUInt64LE(BigInt(section.offset), start + 24);
    file.writeBigUInt64LE(BigInt(section.bytes.length), start + 32);
    file.writeUInt32LE(section.link, start + 40);
    file.writeUInt32LE(section.type === TYPE.DynamicSymbols ? 1 : 0, start + 44);
    file.writeBigUInt64LE(8n, start + 48);
    file.writeBigUInt64LE(BigInt(section.entryBytes), start + 56);
  }
}

/**
 * Writes a linked program as the shared object that Solana's loader accepts: SBPF v0, addresses equal to
 * offsets.
 */
export function writeElfProgram(program: LinkedProgram): Buffer {
  const sections = layOutSections(program);
  connect(sections);
  const last = at(sections, SECTION.Names);
  const table = align8(last.offset + last.bytes.length);
  const file = Buffer.alloc(table + SECTION_HEADER_BYTES * (sections.length + 1));
  writeElfHeader(file, program.entryOffset, table);
  writeProgramHeaders(file, sections);
  for (const section of sections) section.bytes.copy(file, section.offset);
  writeSectionHeaders(file, sections, table);
  return file;
}
