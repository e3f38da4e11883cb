import { createServer } from "node:http";
import { expect, test } from "vitest";
import { RunningService } from "@/cli/vesting-index/running-service";
import { listenLocally } from "../../support/local-server";

test("reads the health of an earlier version, whose problems of settings have other fields", async () => {
  const health = {
    ...{ status: "ok", db: true, rpc: true, version: "0.1.0", timestamp: 1 },
    indexer: { lastSyncedSlot: "5", lastSyncTimestamp: "1", lagSeconds: 0 },
    setup: JSON.parse('[{"setting":"RATE_LIMIT","weight":"warning","says":"It is off.","mend":"Unset it."}]'),
  };
  const server = await listenLocally(createServer((_, response) => response.end(JSON.stringify(health))));
  const running = new RunningService({ url: server.url, key: undefined });
  expect(await running.health()).toMatchObject({ version: "0.1.0", writable: true, setup: [] });
  await server.close();
});
