import { fetchNames } from "@/components/sheet/fetch-names";
import { addressOfName } from "@/components/sheet/names-of-sheet";
import { getCell, getRow, numberAt, rowCount, type Sheet } from "@/components/sheet/sheet";
import { createScheduler, processInChunks } from "@/lib/core/cooperative-scheduler";
import type { Translator } from "@/lib/core/i18n/translator";
import { withoutInvisible } from "@/lib/core/recipients/number-text";
import type { KnownName } from "@/lib/core/recipients/read-name-cell";

/** A name in the list and the address that replaced it when the user entered it. */
export type UsedName = { name: string; address: string };

/** A name whose address differs at the review. */
export type ChangedName = UsedName & { now: KnownName };

export type NameFindings = { used: readonly UsedName[]; changed: readonly ChangedName[] };

const ROWS_PER_CHUNK = 500;

/** Returns the names of the rows with their addresses. Lists without names are not read. */
export async function usedNames(sheet: Sheet | null): Promise<UsedName[]> {
  const used = new Map<string, string>();
  if (!sheet?.names?.size) return [];
  const count = rowCount(sheet);
  await processInChunks({ count, chunkSize: ROWS_PER_CHUNK, scheduler: createScheduler() }, (from, to) => {
    for (let position = from; position < to; position++) {
      const text = getCell(sheet, getRow(sheet, numberAt(sheet, position)), "beneficiary") ?? "";
      const address = addressOfName(sheet, text);
      if (address) used.set(withoutInvisible(text).toLowerCase(), address);
    }
  });
  return [...used].map(([name, address]) => ({ name, address }));
}

/** Looks up the names of a list again, and returns those whose address differs now. */
export async function checkNames(used: readonly UsedName[]): Promise<NameFindings> {
  if (used.length === 0) return { used, changed: [] };
  const names = await fetchNames(used.map(({ name }) => name));
  const changed = used.flatMap((each): ChangedName[] => {
    const now = names.get(each.name) ?? { problem: "not-found" };
    return "address" in now && now.address === each.address ? [] : [{ ...each, now }];
  });
  return { used, changed };
}

/** Returns the result of the check as one line for the list of checks. */
export function namesNote(t: Translator, { used, changed }: NameFindings): string {
  if (used.length === 0) return t("the list has no names");
  if (changed.length === 0)
    return t("{count, plural, one {# name checked} other {# names checked}}", { count: used.length });
  return t("{count, plural, one {# name has changed} other {# names have changed}}", {
    count: changed.length,
  });
}
