import type { ProgramView } from "@/lib/contract/program";
import { knownProgram } from "@/lib/service/chain/program";
import { services } from "@/lib/service/services";

/** The vesting program as it was last read, without a wait for the network; null while unknown. */
export const readKnownProgram = async (): Promise<ProgramView | null> => knownProgram(await services());
