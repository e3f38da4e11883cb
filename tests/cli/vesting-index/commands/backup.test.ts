import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { backup, restore } from "@/cli/vesting-index/commands/backup";
import { openDatabase } from "@/db/client";
import { type BackupRow, readBackup } from "@/db/maintenance/backup";
import { waitlist } from "@/db/schema";
import { lockFolder } from "@/ledger/storage/folder-lock";
import { LONG } from "@/ledger/tests/support/long";
import { createServerDatabase } from "@/tests/support/database";
import { fillDataDir } from "@/tests/support/embedded-database";
import { addLeaves } from "@/tests/support/rows";
import { storeCampaign } from "@/tests/support/stored-action";

const folder = mkdtempSync(join(tmpdir(), "vesting-backup-"));
const drops: (() => Promise<void>)[] = [];
afterAll(async () => {
  rmSync(folder, { recursive: true });
  for (const drop of drops) await drop();
});

let opened = 0;

/** The settings of an empty database of one's own: on the tests' server where there is one, else in a folder. */
async function newDatabase(): Promise<Record<string, string>> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) {
    const dataDir = join(folder, `data-${++opened}`);
    await fillDataDir(dataDir);
    return { DATA_DIR: dataDir };
  }
  const { url, drop } = await createServerDatabase(server);
  drops.push(drop);
  return { DATABASE_URL: url };
}

const open = ({ DATABASE_URL: url, DATA_DIR: dataDir }: Record<string, string>) =>
  openDatabase({ url, dataDir, maxConnections: 2 });

async function within<T>(settings: Record<string, string>, work: () => Promise<T>): Promise<T> {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  return work().finally(() => vi.unstubAllEnvs());
}

/** Every row of every table, as text and in an order of its own. */
async function everything(settings: Record<string, string>): Promise<Record<string, string[]>> {
  const { db, close } = await open(settings);
  const found: Record<string, string[]> = {};
  let current: string[] = [];
  await readBackup(db, {
    table: ({ name }) => {
      current = [];
      found[name] = current;
    },
    rows: (rows: BackupRow[]) => void current.push(...rows.map((row) => JSON.stringify(row))),
  });
  await close();
  for (const rows of Object.values(found)) rows.sort();
  return found;
}

/** More than two pages of what is read at once, an address that JSON and CSV would mind, and a row of bytes. */
async function fill(settings: Record<string, string>): Promise<void> {
  const { db, close } = await open(settings);
  const campaign = await storeCampaign(db);
  await addLeaves(db, campaign, { count: 2_345, getLeaf: () => ({}) });
  await db.insert(waitlist).values({ email: `"a\\b,\n'é😀"@example.com`, createdAt: 5n });
  await close();
}

/** Read by every test and changed by none. */
let from: Record<string, string>;
beforeAll(async () => {
  from = await newDatabase();
  await fill(from);
}, LONG.timeout);

beforeEach(() => {
  for (const stream of [process.stdout, process.stderr]) vi.spyOn(stream, "write").mockReturnValue(true);
  return () => vi.restoreAllMocks();
});

test("restores every row of the backup and continues from there", LONG, async () => {
  const to = await newDatabase();
  const file = join(folder, "whole.gz");
  expect(await within(from, () => backup(file))).toBe(0);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(existsSync(`${file}.partial`)).toBe(false);
  expect(await within(to, () => restore(file))).toBe(0);

  const [stored, restored] = [await everything(from), await everything(to)];
  expect(stored.leaves).toHaveLength(2_346);
  expect(restored).toEqual(stored);

  // Sequences continue after the restored rows, and the triggers update the counters again.
  const { db, close } = await open(to);
  await db.insert(waitlist).values({ email: "next@example.com", createdAt: 6n });
  await storeCampaign(db);
  await close();
  const after = await everything(to);
  expect(after.waitlist).toHaveLength(2);
  expect(after.campaign_counts).not.toEqual(stored.campaign_counts);

  const again = within(to, () => restore(file));
  await expect(again).rejects.toThrow("The database has campaigns already");
  expect(await everything(to)).toEqual(after);
});

test("a file that is cut off, changed or another's restores nothing", LONG, async () => {
  const to = await newDatabase();
  const file = join(folder, "sound.gz");
  await within(from, () => backup(file));
  const before = await everything(to);
  const bytes = readFileSync(file);
  const text = gunzipSync(bytes).toString();
  const changed: [string, Buffer][] = [
    ["half of it", bytes.subarray(0, bytes.length / 2)],
    ["without its end", gzipSync(text.slice(0, text.lastIndexOf('{"end"')))],
    ["with a row less", gzipSync(text.replace(/\["[^\]]*\],/, ""))],
    ["with an amount changed", gzipSync(text.replace(/"1000"/, '"1001"'))],
    ["of another version", gzipSync(text.replace(/"migration":"\w+/, '"migration":"0001'))],
    ["of somebody else", gzipSync("hello\n")],
    ["no gzip", Buffer.from("hello")],
  ];
  for (const [name, content] of changed) {
    expect([name, content.equals(bytes) || gunzipOr(content) === text]).toEqual([name, false]);
    const path = join(folder, "changed.gz");
    writeFileSync(path, content);
    await expect(
      within(to, () => restore(path)),
      name,
    ).rejects.toMatchObject({ name: "CommandError", exit: 2 });
  }
  expect(await everything(to)).toEqual(before);
  await expect(within(from, () => backup(join(folder, "no", "such", "folder.gz")))).rejects.toThrow();
});

test("a backup is refused where there is no database, and creates none", async () => {
  const data = join(folder, "nothing");
  const file = join(folder, "nothing.gz");
  const refused = within({ DATABASE_URL: "", DATA_DIR: data }, () => backup(file));
  await expect(refused).rejects.toMatchObject({ name: "CommandError", exit: 2 });
  await expect(refused).rejects.toThrow(`There is no database in ${data} to back up.`);
  expect([data, file, `${file}.partial`].filter(existsSync)).toEqual([]);
});

test("a backup is refused while another one writes the same file, and overwrites what a killed one left", async () => {
  const file = join(folder, "twice.gz");
  const unlock = lockFolder(`${file}.partial`);
  writeFileSync(`${file}.partial`, "of the first one");
  const second = within(from, () => backup(file));
  await expect(second).rejects.toThrow(`Another command is writing ${file}.partial.`);
  expect(readFileSync(`${file}.partial`, "utf8")).toBe("of the first one");
  unlock?.();
  expect(await within(from, () => backup(file))).toBe(0);
  expect(gunzipSync(readFileSync(file)).toString()).toContain('{"end"');
  expect(existsSync(`${file}.partial`)).toBe(false);
});

test("a backup states its database without the password, and the rows of each table", LONG, async () => {
  const lines: string[] = [];
  vi.spyOn(process.stderr, "write").mockImplementation((text) => lines.push(String(text)) > 0);
  await within(from, () => backup(join(folder, "told.gz")));
  const text = lines.join("");
  expect(text).toMatch(
    from.DATA_DIR ? `database: embedded, in ${from.DATA_DIR}` : /database: Postgres \S+\/\w+/,
  );
  expect(text).toContain("  leaves: 2346\n");
  expect(text).toContain("  waitlist: 1\n");
  expect(text).not.toMatch(/:\/\/|@/);
});

const gunzipOr = (content: Buffer) => {
  try {
    return gunzipSync(content).toString();
  } catch {
    return "";
  }
};
