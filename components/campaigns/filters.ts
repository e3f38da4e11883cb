import { LIFECYCLE } from "@/components/campaign/lifecycle-badge";
import { pageNumber, type Search, single } from "@/components/ui/page/page-query";
import { STATUS_FILTERS } from "@/lib/core/views/campaign";

type StatusFilter = (typeof STATUS_FILTERS)[number];

/** The choices of the status filter, named as the badges name what they find. */
export const STATUS_CHOICES: readonly { value: StatusFilter | ""; label: string }[] = [
  { value: "", label: "Any status" },
  ...STATUS_FILTERS.map((value) => ({
    value,
    label: value === "cancelled" ? "Cancelled (any)" : LIFECYCLE[value].label,
  })),
];

/** The filters of the list, all of them in the page's address. */
export type CampaignFilters = {
  q?: string;
  creator?: string;
  mint?: string;
  status?: StatusFilter;
  page: number;
};

export function readFilters(search: Search): CampaignFilters {
  const status = single(search, "status");
  return {
    q: single(search, "q"),
    creator: single(search, "creator"),
    mint: single(search, "mint"),
    status: STATUS_FILTERS.find((value) => value === status),
    page: pageNumber(search),
  };
}
