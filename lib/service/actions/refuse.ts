import type { CodedRefusal } from "@/lib/core/vesting/refusals";
import { ApiError } from "@/lib/service/http/errors";

/** Answers a refusal instead of going on, if there is one. */
export function refuse(refusal: CodedRefusal | null): void {
  if (refusal) throw new ApiError(refusal.code, refusal.message);
}
