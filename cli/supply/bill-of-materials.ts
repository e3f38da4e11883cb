import { z } from "zod";
import type { LockedPackage } from "./lock-file";

const billSchema = z.object({
  bomFormat: z.literal("CycloneDX"),
  components: z.array(
    z.object({ name: z.string(), version: z.string(), hashes: z.array(z.unknown()).optional() }),
  ),
});

/** What a CycloneDX bill lacks of the locked packages, on whichever platform. */
export function billFaults(bill: unknown, packages: LockedPackage[]): string[] {
  const listed = new Map(
    billSchema.parse(bill).components.map((entry) => [`${entry.name}@${entry.version}`, entry]),
  );
  return packages
    .filter(({ inBundle }) => !inBundle)
    .flatMap(({ name, version }) => {
      const entry = listed.get(`${name}@${version}`);
      if (!entry) return [`${name}@${version} is not in the bill of materials`];
      return entry.hashes?.length ? [] : [`${name}@${version} has no hash in the bill of materials`];
    });
}
