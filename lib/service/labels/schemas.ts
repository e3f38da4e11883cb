import * as z from "zod";
import { listFormat } from "@/lib/contract/csv/csv-options";
import { address, limit } from "@/lib/contract/parameters";
import { MAX_LABELS_PER_PAGE } from "@/lib/core/lists/label-limits";
import { cursor } from "@/lib/service/http/paging";

export const labelsQuery = z.object({
  campaign: address.optional().describe("Only labels of recipients of this campaign, by its tree address"),
  limit: limit(MAX_LABELS_PER_PAGE, 1_000),
  cursor,
  ...listFormat,
});
