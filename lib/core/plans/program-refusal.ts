import { type ProgramError, programError } from "@/lib/core/solana/errors";
import { IDL } from "@/lib/core/solana/idl";
import type { ErrorName } from "@/lib/core/solana/idl-types";

/** Thrown instead of building a transaction that the program would refuse; says which of its errors it would be. */
export class ProgramRefusal extends RangeError {
  override readonly name = "ProgramRefusal";

  constructor(readonly programError: ProgramError) {
    super(programError.message);
  }
}

/** Throws the program's own error unless `holds`. */
export function demand(holds: boolean, name: ErrorName): asserts holds {
  if (holds) return;
  const code = IDL.errors.find((error) => error.name === name)?.code ?? 0;
  throw new ProgramRefusal(programError(code) ?? { code, name, message: name });
}
