import type { CampaignItem } from "@/lib/core/views/campaign";

/** Values of the status filter, in the order offered. Source: GET /api/campaigns. */
export const STATUS_FILTERS = [
  { value: "", label: "Any status" },
  { value: "active", label: "Active" },
  { value: "claimable", label: "Claimable" },
  { value: "paused", label: "Paused" },
  { value: "cancelled", label: "Cancelled (any)" },
  { value: "cancelled_grace", label: "Cancelled, in grace" },
  { value: "cancelled_expired", label: "Cancelled, ended" },
  { value: "instant_refunded", label: "Refunded" },
  { value: "settled", label: "Settled" },
  { value: "claimed", label: "Completed" },
] as const satisfies readonly { value: "" | "cancelled" | CampaignItem["status"]; label: string }[];

type StatusFilter = Exclude<(typeof STATUS_FILTERS)[number]["value"], "">;

/** The filters of the list, all of them in the page's address. */
export type CampaignFilters = {
  q?: string;
  creator?: string;
  mint?: string;
  status?: StatusFilter;
  page: number;
};

type Search = Record<string, string | string[] | undefined>;

/** One value of a query parameter, or undefined when it is absent, empty or repeated. */
export function single(search: Search, name: string): string | undefined {
  const value = search[name];
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

/** A page number from an address; anything else is the first page. */
export function pageNumber(search: Search): number {
  const text = single(search, "page") ?? "1";
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;
}

export function readFilters(search: Search): CampaignFilters {
  const status = single(search, "status");
  return {
    q: single(search, "q"),
    creator: single(search, "creator"),
    mint: single(search, "mint"),
    status: STATUS_FILTERS.map(({ value }) => value).find(
      (value): value is StatusFilter => value !== "" && value === status,
    ),
    page: pageNumber(search),
  };
}

/** An address with query parameters; those without a value are left out, and the first page needs no number. */
export function withQuery(path: string, query: Record<string, string | number | undefined>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== "" && !(name === "page" && value === 1))
      search.set(name, String(value));
  }
  return search.size === 0 ? path : `${path}?${search}`;
}
