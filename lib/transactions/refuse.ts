import { ApiError } from "@/lib/http/errors";
import type { CodedRefusal } from "@/lib/vesting/refusals";

/** Answers a refusal instead of going on, if there is one. */
export function refuse(refusal: CodedRefusal | null): void {
  if (refusal) throw new ApiError(refusal.code, refusal.message);
}
