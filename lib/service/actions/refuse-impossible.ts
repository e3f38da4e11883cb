import { ApiError } from "@/lib/core/errors";
import type { Decision } from "@/lib/core/vesting/decide-action";

/** Throws the API's error for an action that is not possible now. */
export function refuseImpossible(decision: Decision): void {
  if (decision.possible !== "now") throw new ApiError(decision.code ?? "CONFLICT", decision.reason);
}
