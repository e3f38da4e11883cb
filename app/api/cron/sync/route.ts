import { indexerRunView } from "@/lib/core/views/operations";
import { otherMethods } from "@/lib/service/http/methods";
import { route } from "@/lib/service/http/route";
import { runScheduled } from "@/lib/service/indexer/requests";

/** GET /api/cron/sync — the scheduler's run of the indexer, from the checkpoint and within its time budget. */
export const GET = route(
  {
    summary: "Run the indexer from the checkpoint",
    auth: "cron",
    limit: "none",
    response: indexerRunView,
  },
  ({ services }) => runScheduled(services),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
