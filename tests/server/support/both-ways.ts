import { createServer } from "node:http";
import next from "next";
import type { Database } from "@/db/client";
import { pinGenesis } from "@/db/queries/indexing/sync-state";
import { eventTables } from "@/db/schema";
import { readEnv } from "@/lib/service/env";
import { openServices, provideServices } from "@/lib/service/services";
import { ROUTES } from "@/server/api";
import { createHttpServer, type HttpServerOptions } from "@/server/http-server";
import { listenLocally } from "@/tests/support/local-server";
import { addCampaign, addLeaf, addOneOfEachEvent, addRootVersion } from "@/tests/support/rows";

/**
 * The production build behind two servers of one process, with the same services and a clock that stands still: Next answers
 * everything of one, the other is the self-hosted process's own. Sends both ports to its parent.
 */

const NOW_MS = Date.UTC(2026, 0, 1);

const listen = async (options: HttpServerOptions) => (await listenLocally(createHttpServer(options))).port;

async function addSample(db: Database): Promise<void> {
  const { SAMPLE_TREE: treeAddress, SAMPLE_WALLET: wallet = "" } = process.env;
  const campaign = await addCampaign(db, { treeAddress, creator: wallet, mint: wallet, leafCount: 3 });
  for (let other = 0; other < 5; other++) await addCampaign(db);
  const version = await addRootVersion(db, { campaignId: campaign.id, leafCount: 3 });
  const proof = [Array.from({ length: 32 }, (_, at) => at)];
  for (const leafIndex of [0, 1, 2])
    await addLeaf(db, { rootVersionId: version.id, leafIndex, beneficiary: wallet, proof });
  await addOneOfEachEvent(db, campaign.id);
  await pinGenesis(db, wallet);
  await db.update(eventTables.root_updated).set({ oldRoot: "00".repeat(32), newRoot: "01".repeat(32) });
}

const env = readEnv();
const clock = { now: () => BigInt(NOW_MS / 1000), nowMs: () => NOW_MS };
const { services } = await openServices(env, { clock });
provideServices(services);
await addSample(services.db);
const app = next({ dev: false, dir: process.cwd(), httpServer: createServer() });
await app.prepare();
const handle = app.getRequestHandler();
const options = { env, log: services.log, handle };
process.send?.({ router: await listen(options), own: await listen({ ...options, routes: ROUTES }) });
process.once("disconnect", () => process.exit());
