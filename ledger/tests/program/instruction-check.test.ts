import { describe, expect, test } from "vitest";
import { readElfObject } from "../../program/elf-object";
import { adaptInstructions } from "../../program/link";

const where = (offset: number) => `At ${offset}, the code`;

/** Encodes operation, registers, offset and immediate as an eBPF instruction. */
function instruction(operation: number, { registers = 0, offset = 0, immediate = 0 } = {}): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt8(operation, 0);
  bytes.writeUInt8(registers, 1);
  bytes.writeInt16LE(offset, 2);
  bytes.writeInt32LE(immediate, 4);
  return bytes;
}

describe("the linker refuses code that SBPF would misread", () => {
  test.each([
    ["32-bit addition", 0x0c, 0, /32-bit arithmetic/],
    ["32-bit multiplication", 0x24, 0, /32-bit arithmetic/],
    ["a 32-bit jump", 0x16, 0, /32-bit jump/],
    ["an atomic operation", 0xdb, 0, /atomic/],
    ["a sign-extending load", 0x81, 0, /sign-extending load/],
    ["an unconditional byte swap", 0xd7, 0, /byte swap/],
    ["signed division", 0x3f, 1, /signed division/],
  ])("refuses %s", (_, operation, offset, message) => {
    const code = Buffer.concat([instruction(0xb7), instruction(operation, { offset })]);
    expect(() => adaptInstructions(code, where)).toThrow(message);
    expect(() => adaptInstructions(code, where)).toThrow(/^At 8/);
  });

  test("accepts 64-bit arithmetic, jumps, byte order and the second half of a wide load", () => {
    const code = Buffer.concat([
      instruction(0x0f),
      instruction(0x15, { offset: 3 }),
      instruction(0xdc, { immediate: 64 }),
      instruction(0x18),
      instruction(0x0c),
      instruction(0x95),
    ]);
    const before = Buffer.from(code);
    adaptInstructions(code, where);
    expect(code.equals(before)).toBe(true);
  });

  test("moves the register of an indirect call to the field that version 0 expects", () => {
    const code = instruction(0x8d, { registers: 3 });
    adaptInstructions(code, where);
    expect(code.equals(instruction(0x8d, { immediate: 3 }))).toBe(true);
  });
});

test("links nothing but a relocatable eBPF object", () => {
  expect(() => readElfObject(Buffer.from("not an ELF file"))).toThrow("Not a little-endian ELF64 file.");
  const executable = Buffer.alloc(128);
  executable.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
  executable.writeUInt16LE(2, 16);
  executable.writeUInt16LE(247, 18);
  expect(() => readElfObject(executable)).toThrow("Not a relocatable eBPF object.");
});
