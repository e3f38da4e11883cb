import type { Idl } from "@coral-xyz/anchor";
import { DEFAULT_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { ERRORS } from "@/lib/core/solana/idl/errors";
import { EVENT_TYPES, EVENTS } from "@/lib/core/solana/idl/events";
import { INSTRUCTIONS } from "@/lib/core/solana/idl/instructions";
import { ACCOUNTS, TYPES } from "@/lib/core/solana/idl/types";

/**
 * The vesting program's interface as an Anchor IDL (spec 0.1.0). All encoders, decoders and types are derived
 * from it. Names are in the program's snake_case; `codec.ts` converts them to camelCase.
 */
export const IDL = {
  address: DEFAULT_PROGRAM_ID,
  metadata: { name: "vesting", version: "0.1.0", spec: "0.1.0" },
  instructions: INSTRUCTIONS,
  accounts: ACCOUNTS,
  events: EVENTS,
  errors: ERRORS,
  types: [...TYPES, ...EVENT_TYPES],
} as const satisfies Idl;
