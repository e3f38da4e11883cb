import type { Translator } from "@/lib/core/i18n/translator";

type Range = { first: string; last: string; total: number };

/** The kinds of items that a pager names. */
export type ListedNoun = keyof typeof PAGER_TEXTS;

export const PAGER_TEXTS = {
  campaigns: {
    pages: (t: Translator) => t("Pages of campaigns"),
    range: (t: Translator, range: Range) =>
      t("{total, plural, one {{first}–{last} of # campaign} other {{first}–{last} of # campaigns}}", range),
  },
  allocations: {
    pages: (t: Translator) => t("Pages of allocations"),
    range: (t: Translator, range: Range) =>
      t(
        "{total, plural, one {{first}–{last} of # allocation} other {{first}–{last} of # allocations}}",
        range,
      ),
  },
  claims: {
    pages: (t: Translator) => t("Pages of claims"),
    range: (t: Translator, range: Range) =>
      t("{total, plural, one {{first}–{last} of # claim} other {{first}–{last} of # claims}}", range),
  },
  events: {
    pages: (t: Translator) => t("Pages of events"),
    range: (t: Translator, range: Range) =>
      t("{total, plural, one {{first}–{last} of # event} other {{first}–{last} of # events}}", range),
  },
  "changed recipients": {
    pages: (t: Translator) => t("Pages of changed recipients"),
    range: (t: Translator, range: Range) =>
      t(
        "{total, plural, one {{first}–{last} of # changed recipient} other {{first}–{last} of # changed recipients}}",
        range,
      ),
  },
} as const;
