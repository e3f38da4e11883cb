/** How lists of campaigns, and of what is in one, can be sorted and searched. */

/** Whatever no index holds in the order that is asked for is sorted itself, as long as it is no more than this. */
export const MAX_SORTED = 1_000;

export const CAMPAIGN_SORTS = ["created", "name", "total", "claimed", "allocations"] as const;
export type CampaignSort = (typeof CAMPAIGN_SORTS)[number];

export const SORT_ORDERS = ["asc", "desc"] as const;
export type SortOrder = (typeof SORT_ORDERS)[number];

/** The direction that a sort has unless one is named: names from A on, the newest and the largest first. */
export const usualOrder = (sort: CampaignSort): SortOrder => (sort === "name" ? "asc" : "desc");

/** Of a campaign's recipients: by where their leaves stand, or by amounts. */
export const LEAF_SORTS = ["index", "allocated", "claimed"] as const;
export type LeafSort = (typeof LEAF_SORTS)[number];

/** Of a campaign's claims. */
export const CLAIM_SORTS = ["when", "amount"] as const;

/**
 * What parts the words of a campaign's name: ASCII's punctuation, and what people write between words. The database's index
 * of names is made with the same characters, so that a change of them needs a migration.
 */
export const NAME_SEPARATORS = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~\u00a0\u3000–—…“”‘’«»·•";

/** Characters of a search at most; a name has 200. */
export const MAX_SEARCH_CHARACTERS = 100;

// Control characters too, which no query can hold.
const PARTS = new RegExp(`[\\s\\p{Cc}\\p{Cs}${NAME_SEPARATORS.replaceAll(/[\\\]^-]/g, "\\$&")}]+`, "u");

/** The words that are sought; none where a text has nothing but marks. */
export const searchWords = (text: string): string[] => [
  ...new Set(text.slice(0, MAX_SEARCH_CHARACTERS).split(PARTS).filter(Boolean)),
];
