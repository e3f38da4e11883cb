/** Sort and search options of lists of campaigns, and of lists within a campaign. */

/** Maximum length of a list that is sorted without an index in the requested order. */
export const MAX_SORTED = 1_000;

export const CAMPAIGN_SORTS = ["created", "name", "total", "claimed", "allocations"] as const;
export type CampaignSort = (typeof CAMPAIGN_SORTS)[number];

export const SORT_ORDERS = ["asc", "desc"] as const;
export type SortOrder = (typeof SORT_ORDERS)[number];

/** Returns the default direction of a sort: names from A, other values from the newest or largest. */
export const usualOrder = (sort: CampaignSort): SortOrder => (sort === "name" ? "asc" : "desc");

/** Sorts of a campaign's recipients: by leaf index or by amounts. */
export const LEAF_SORTS = ["index", "allocated", "claimed"] as const;
export type LeafSort = (typeof LEAF_SORTS)[number];

/** Sorts of a campaign's claims. */
export const CLAIM_SORTS = ["when", "amount"] as const;

/**
 * Characters that separate the words of a campaign's name: ASCII punctuation and common typographic marks.
 * The database index of names uses the same characters, so a change requires a migration.
 */
export const NAME_SEPARATORS = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~\u00a0\u3000–—…“”‘’«»·•";

/** Maximum number of characters of a search; a name has up to 200. */
export const MAX_SEARCH_CHARACTERS = 100;

// Control characters are included, because a query cannot contain them.
const PARTS = new RegExp(`[\\s\\p{Cc}\\p{Cs}${NAME_SEPARATORS.replaceAll(/[\\\]^-]/g, "\\$&")}]+`, "u");

/** Returns the search words; none if a text contains only separators. */
export const searchWords = (text: string): string[] => [
  ...new Set(text.slice(0, MAX_SEARCH_CHARACTERS).split(PARTS).filter(Boolean)),
];
