import type { Words } from "@/lib/core/words/words";

type Range = { first: string; last: string; total: number };

/** The kinds of items that a pager names. */
export type Listed = keyof typeof LISTED;

export const LISTED = {
  campaigns: {
    pages: (t: Words) => t("Pages of campaigns"),
    none: (t: Words) => t("No campaigns"),
    range: (t: Words, range: Range) =>
      t("{total, plural, one {{first}–{last} of # campaign} other {{first}–{last} of # campaigns}}", range),
  },
  allocations: {
    pages: (t: Words) => t("Pages of allocations"),
    none: (t: Words) => t("No allocations"),
    range: (t: Words, range: Range) =>
      t(
        "{total, plural, one {{first}–{last} of # allocation} other {{first}–{last} of # allocations}}",
        range,
      ),
  },
  claims: {
    pages: (t: Words) => t("Pages of claims"),
    none: (t: Words) => t("No claims"),
    range: (t: Words, range: Range) =>
      t("{total, plural, one {{first}–{last} of # claim} other {{first}–{last} of # claims}}", range),
  },
  events: {
    pages: (t: Words) => t("Pages of events"),
    none: (t: Words) => t("No events"),
    range: (t: Words, range: Range) =>
      t("{total, plural, one {{first}–{last} of # event} other {{first}–{last} of # events}}", range),
  },
  "changed recipients": {
    pages: (t: Words) => t("Pages of changed recipients"),
    none: (t: Words) => t("No changed recipients"),
    range: (t: Words, range: Range) =>
      t(
        "{total, plural, one {{first}–{last} of # changed recipient} other {{first}–{last} of # changed recipients}}",
        range,
      ),
  },
} as const;
