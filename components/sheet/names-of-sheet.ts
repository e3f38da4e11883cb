import { withoutInvisible } from "@/lib/core/recipients/number-text";
import type { KnownNames } from "@/lib/core/recipients/read-name-cell";
import type { Sheet } from "./sheet";

/** Returns the address that replaces a name in the recipient column; null for any other text. */
export function addressOfName({ names }: Pick<Sheet, "names">, text: string): string | null {
  const known = names?.get(withoutInvisible(text).toLowerCase());
  return known && "address" in known ? known.address : null;
}

/** Returns a sheet in which names were looked up again. */
export const withNames = (sheet: Sheet, names: KnownNames): Sheet => ({
  ...sheet,
  names: new Map([...(sheet.names ?? []), ...names]),
});
