import { LangErrorCode } from "@coral-xyz/anchor";
import { describe, expect, it } from "vitest";
import { customErrorCode, programError } from "@/lib/core/solana/errors";
import { FRAMEWORK_ERRORS } from "@/lib/core/solana/idl/errors";
import { IDL } from "@/lib/core/solana/idl/idl";

describe("program errors", () => {
  it.each(IDL.errors.map(({ code, name }) => [code, name] as const))("describes %i as %s", (code, name) => {
    const error = programError(code);
    expect(error).toMatchObject({ code, name });
    expect(error?.message).toMatch(/^[A-Z].*\.$/);
  });

  it("uses the framework's names for its errors", () => {
    const names = new Map(Object.entries(LangErrorCode).map(([name, code]) => [code, name]));
    // The program's framework defines this code, but its JavaScript client does not yet.
    names.set(2040, "ConstraintDuplicateMutableAccount");
    for (const { code, name } of FRAMEWORK_ERRORS) expect(names.get(code), `code ${code}`).toBe(name);
  });

  it("maps a framework code without its own message to its error group", () => {
    expect(programError(2039)).toMatchObject({ code: 2039, name: "ConstraintError" });
    expect(programError(3017)).toMatchObject({ code: 3017, name: "AccountError" });
  });

  it.each([-1, 0, 1, 99, 6042, 2 ** 32])("returns no meaning for %i", (code) => {
    expect(programError(code)).toBeNull();
  });

  it("finds the custom code in a node's transaction error, and nothing elsewhere", () => {
    expect(customErrorCode({ InstructionError: [2, { Custom: 6005 }] })).toBe(6005);
    expect(customErrorCode({ InstructionError: [0, "InvalidAccountData"] })).toBeNull();
    for (const other of ["BlockhashNotFound", null, undefined, 7, {}, { InstructionError: null }]) {
      expect(customErrorCode(other)).toBeNull();
    }
  });
});
