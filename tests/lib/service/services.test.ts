import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "@/db/client";
import { deleteMirror, updateMirror } from "@/db/queries/indexing/sync-state";
import { LONG } from "@/ledger/tests/support/long";
import { EnvError, readEnv } from "@/lib/service/env";
import { openServices } from "@/lib/service/services";

test("openServices refuses a database whose mirror was refused or is not complete", LONG, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "vesting-index-"));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const open = () => openServices(readEnv({ DATA_DIR: dataDir, LOG_LEVEL: "silent" }));
  const first = await openDatabase({ dataDir });
  await updateMirror(
    first.db,
    JSON.stringify({ root: "6a", position: { file: 0, line: 3 }, isStored: false }),
  );
  await first.close();
  const refusal = await open().catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(EnvError);
  expect(String(refusal)).toContain("Repeat the command vesting-index mirror with the same snapshot");
  const second = await openDatabase({ dataDir });
  await deleteMirror(second.db);
  await second.close();
  await (await open()).close();
});
