import { withoutInvisible } from "@/lib/core/recipients/number-text";
import { RELEASE_TYPE_NAMES, ReleaseType } from "@/lib/core/vesting/leaf";

const GERMAN_TYPES: Record<string, ReleaseType> = {
  meilenstein: ReleaseType.Milestone,
  sperrfrist: ReleaseType.Cliff,
};

/** Returns the release type that a cell names by its word or number; undefined for any other text. */
export function readReleaseType(cell: string): ReleaseType | undefined {
  const text = withoutInvisible(cell).toLowerCase();
  return (
    GERMAN_TYPES[text] ??
    Object.values(ReleaseType).find((type) => text === `${type}` || text === RELEASE_TYPE_NAMES[type])
  );
}
