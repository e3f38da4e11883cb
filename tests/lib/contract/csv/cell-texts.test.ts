import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { EVENT_COLUMNS, type EventRow, PAYMENT_COLUMNS, PORTFOLIO_COLUMNS } from "@/lib/contract/csv/columns";
import { type Columns, type CsvFormat, csvHeader, csvLines } from "@/lib/contract/csv/csv-text";
import { EVENT_TYPES } from "@/lib/core/events/event-types";
import { createTranslator } from "@/lib/core/i18n/translator";
import { LIFECYCLE_STATUSES } from "@/lib/core/vesting/lifecycle";
import catalog from "@/messages/de";

const GERMAN: CsvFormat = {
  ...({ separator: ";", decimalMark: ",", hasBom: true } as const),
  words: createTranslator("de", catalog),
};
const NAMES: CsvFormat = { separator: ",", decimalMark: ".", hasBom: false };

/** Returns the cells of the requested columns, row by row. */
function cells<Row>(columns: Columns<Row>, rows: readonly Row[], format: CsvFormat, titles: string[]) {
  const text = csvHeader(columns, format) + csvLines(columns, rows, format);
  const read: Record<string, string>[] = parse(text, {
    ...{ columns: true, bom: true, delimiter: format.separator },
  });
  return read.map((row) => titles.map((title) => row[title]));
}

const origin = {
  ...{ treeAddress: "T", mint: "M", metadata: null, verified: true, earlierGeneration: null },
  token: { decimals: 2, isKnown: true, unit: "X" },
};

test("writes events in the chosen language and distinguishes a resumption from a pause", () => {
  const events = [...EVENT_TYPES, "paused" as const].map(
    (type, at) =>
      ({
        ...{ type, slot: 1n, blockTime: 1n, signature: "S", reconstructed: at > 0, token: origin.token },
        data: type === "paused" ? { paused: at < EVENT_TYPES.length } : {},
      }) as unknown as EventRow,
  );
  const names = cells(EVENT_COLUMNS, events, NAMES, ["type"]).flat();
  expect(names).toEqual([...EVENT_TYPES, "resumed"]);
  const german = cells(EVENT_COLUMNS, events, GERMAN, ["Ereignis", "Wiederhergestellt"]);
  for (const [event = ""] of german) expect(names).not.toContain(event);
  expect(german[0]).toEqual(["Abgeholt", "Nein"]);
  expect(german.at(-1)).toEqual(["Fortgesetzt", "Ja"]);
});

test("writes kinds of payments and states of campaigns in the chosen language", () => {
  const kinds = ["claim", "settlement", "returned", "withdrawal", "refund", "funding"] as const;
  const payments = kinds.map((kind) => ({
    ...{ ...origin, kind, amount: 150n, blockTime: 1n, priceUsd: 0.5, leafIndex: null, milestoneIdx: null },
    ...{ id: kind, slot: null, signature: null, reconstructed: false },
  }));
  expect(cells(PAYMENT_COLUMNS, payments, NAMES, ["kind", "verified"])).toEqual(
    kinds.map((kind) => [kind, "true"]),
  );
  const german = cells(PAYMENT_COLUMNS, payments, GERMAN, ["Art", "Betrag in Token", "Geprüft"]);
  expect(german.map(([kind]) => kind)).toEqual([
    ...["Abgeholt", "Abrechnung", "Zurückgegeben", "Entnahme", "Rückzahlung", "Einzahlung"],
  ]);
  expect(german[0]?.slice(1)).toEqual(["1,5", "Ja"]);
  const progress = {
    ...{
      totalEntitled: 0n,
      vestedSoFar: 0n,
      claimedSoFar: 0n,
      claimable: 0n,
      stillToCome: 0n,
      nextUnlock: null,
    },
  } as never;
  const rows = LIFECYCLE_STATUSES.map((status) => ({ ...origin, status, leafCount: 1, progress }));
  const states = cells(PORTFOLIO_COLUMNS, rows, GERMAN, ["Status"]).flat();
  expect(states).toContain("Pausiert");
  expect(states.filter((state) => /_|^[a-z]/.test(state ?? ""))).toEqual([]);
});
