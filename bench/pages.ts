/**
 * How fast pages are, on the production build: the first byte of each against the API answers that hold its data, and
 * what Lighthouse says of four of them as on a phone. With `first-byte` or `lighthouse` it does that alone and records nothing.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ApiClient } from "@/lib/client/api-client";
import { AttackedService } from "../tests/attack/service/service";
import { measureFirstBytes } from "./support/first-byte";
import { judgePages } from "./support/lighthouse";
import { pageCases } from "./support/page-cases";
import { registerExample, seedFolder } from "./support/page-subjects";
import { record } from "./support/report";

const JUDGED = new Set(["landing", "campaign", "create", "portfolio", "portfolio of an address"]);

const only = process.argv[2];
const folder = await mkdtemp(join(tmpdir(), "vesting-index-pages-"));
const busy = await seedFolder(folder);
// Nothing listens where prices are asked for: they are left out, as without a network.
const settings = {
  LOG_LEVEL: "warn",
  RATE_LIMIT: "off",
  PRICE_API_URL: "http://127.0.0.1:9",
};
const service = await AttackedService.start({ settings, dataDir: folder });
try {
  const subjects = { busy, ...(await registerExample(new ApiClient({ baseUrl: service.url }))) };
  const pages = pageCases(subjects);
  const firstBytes = only === "lighthouse" ? [] : await measureFirstBytes(service.port, pages);
  if (firstBytes.length > 0) console.table(firstBytes);
  const judged =
    only === "first-byte"
      ? []
      : await judgePages(
          service.url,
          pages.filter(({ name }) => JUDGED.has(name)),
        );
  console.table(judged.map(({ page, scores, calm }) => ({ page, ...scores, calm: calm.performance })));
  for (const { page, metrics, calm, failed } of judged) {
    console.log(`\n${page}`, metrics, calm);
    for (const { audit, score, shown, details } of failed)
      console.log(`  ${audit}: ${score}, ${shown} ${details}`);
  }
  if (only === undefined) record("pages", { firstBytes, lighthouse: judged });
} finally {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
}
