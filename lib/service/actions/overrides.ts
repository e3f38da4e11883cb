import { validationError } from "@/lib/service/http/input";

/** What a body gave and what it must be; null where the campaign has no such thing, as native SOL no token account. */
export type Override = { path: string; given: string | null | undefined; expected: string | null };

/** Refuses a body that names anything else than what the stored campaign leads to. */
export function checkOverrides(overrides: readonly Override[]): void {
  const faults = overrides.filter(({ given, expected }) => given != null && given !== expected);
  if (faults.length === 0) return;
  throw validationError(
    faults.map(({ path, expected }) => ({
      path,
      message:
        expected === null ? "is not used by a campaign of native SOL; leave it out" : `must be ${expected}`,
    })),
  );
}
