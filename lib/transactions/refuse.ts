import { ApiError } from "@/lib/http/errors";
import type { Refusal } from "./plans/refusals";

/** Answers a refusal instead of going on, if there is one. */
export function refuse(refusal: Refusal | null): void {
  if (refusal) throw new ApiError(refusal.code, refusal.message);
}
