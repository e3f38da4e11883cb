import { otherMethods } from "@/lib/service/http/methods";
import { textReply } from "@/lib/service/http/reply";
import { route } from "@/lib/service/http/route";
import { scrape } from "@/lib/service/monitoring/scrape";

const mediaType = "text/plain; version=0.0.4";

/** GET /api/metrics — the metrics of the responding process, in the Prometheus text format. */
export const GET = route(
  { summary: "Returns the metrics of this process for Prometheus", auth: "scraper", limit: 120, mediaType },
  async ({ services }) => textReply(await scrape(services), mediaType, { "cache-control": "no-store" }),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
