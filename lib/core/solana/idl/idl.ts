import type { Idl } from "@coral-xyz/anchor";
import { DEFAULT_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { ERRORS } from "@/lib/core/solana/idl/errors";
import { EVENT_TYPES, EVENTS } from "@/lib/core/solana/idl/events";
import { INSTRUCTIONS } from "@/lib/core/solana/idl/instructions";
import { ACCOUNTS, TYPES } from "@/lib/core/solana/idl/types";

/**
 * The vesting program's interface as an Anchor IDL (spec 0.1.0). Every encoder and decoder here derives from it,
 * values and types alike. Names are the program's snake_case; the edge in `codec.ts` turns them into camelCase.
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
