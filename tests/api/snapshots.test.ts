import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readEnv } from "@/lib/service/env";
import {
  answerFile,
  byteRange,
  listSnapshots,
  readManifestText,
} from "@/lib/service/snapshots/stored-snapshots";
import { writeSampleSnapshot } from "../support/sample-snapshot";

const folder = mkdtempSync(join(tmpdir(), "vesting-snapshots-"));
const env = readEnv({ SNAPSHOT_DIR: folder });
const { text: TEXT, sha256 } = writeSampleSnapshot(folder);
// The rest of a killed command is not a snapshot.
mkdirSync(join(folder, "partial"));
afterAll(() => rmSync(folder, { recursive: true }));

const getFile = (headers: Record<string, string> = {}, method = "GET") =>
  answerFile(env, { slot: "100", sha256 }, new Request("http://localhost/", { headers, method }));

test("lists complete snapshots only", async () => {
  const { snapshots } = await listSnapshots(env);
  expect(snapshots).toMatchObject([
    {
      lastSlot: "100",
      bytes: TEXT.length,
      manifest: "/api/snapshots/100/manifest.json",
      signer: null,
    },
  ]);
  await expect(readManifestText(env, "99")).rejects.toMatchObject({ code: "NOT_FOUND" });
});

describe("a file of a snapshot", () => {
  test("is cached without a limit", async () => {
    const response = await getFile();
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(TEXT);
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect((await getFile({ "if-none-match": `"${sha256}"` })).status).toBe(304);
    expect((await getFile({}, "HEAD")).headers.get("content-length")).toBe(String(TEXT.length));
  });

  test("is served in ranges", async () => {
    const part = await getFile({ range: "bytes=2-10" });
    expect(part.status).toBe(206);
    expect(part.headers.get("content-range")).toBe(`bytes 2-10/${TEXT.length}`);
    expect(await part.text()).toBe(TEXT.slice(2, 11));
    expect((await getFile({ range: "bytes=900-" })).status).toBe(416);
    const other = await getFile({ range: "bytes=2-10", "if-range": '"another"' });
    expect(other.status).toBe(200);
    await other.text();
  });
});

test.each([
  ["bytes=0-", { from: 0, to: 99 }],
  ["bytes=-10", { from: 90, to: 99 }],
  ["bytes=-500", { from: 0, to: 99 }],
  ["bytes=50-500", { from: 50, to: 99 }],
  ["bytes=100-", "unsatisfiable"],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=9-3", null],
  ["bytes=0-1,4-5", null],
  ["lines=0-1", null],
  [null, null],
])("the range %s of 100 bytes is %o", (header, expected) => {
  expect(byteRange(header, 100)).toEqual(expected);
});
