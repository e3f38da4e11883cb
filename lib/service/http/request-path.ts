import { ApiError } from "@/lib/core/errors";

/** Returns whether a path, as it was sent, is one of those that are answered with JSON. */
export const isApi = (path = "") => /^\/+(?:api|rpc|actions\.json)(?:[/?]|$)/.test(path);

/** Returns why a path cannot be decoded, or null. */
export function malformedPath(path: string): ApiError | null {
  if (!path.includes("%")) return null;
  try {
    decodeURIComponent(path);
    return null;
  } catch {
    return new ApiError("VALIDATION_ERROR", "Correct the percent-encoding of the path.");
  }
}
