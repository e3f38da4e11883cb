import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "@/db/client";
import { waitlist } from "@/db/schema";
import { LONG } from "@/ledger/tests/support/long";

describe("embedded", () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "vesting-index-"));
  });
  afterAll(() => rm(dataDir, { recursive: true }));

  test("migrates itself, keeps its data, and can be opened again once closed", LONG, async () => {
    const first = await openDatabase({ dataDir });
    expect(first.kind).toBe("embedded");
    await first.db.insert(waitlist).values({ email: "kept", createdAt: 1n });
    await first.close();
    const second = await openDatabase({ dataDir });
    expect(await second.db.select({ email: waitlist.email }).from(waitlist)).toEqual([{ email: "kept" }]);
    await second.close();
  });

  test("refuses files that are open already, here or in another process, and never for a stale lock", async () => {
    await writeFile(join(dataDir, "postgres.lock"), String(process.ppid));
    const first = await openDatabase({ dataDir });
    await expect(openDatabase({ dataDir })).rejects.toThrow("in use by another process");
    await first.close();
    const lock = `
      const { openSync } = require("node:fs");
      const { tryLock } = require("fs-native-extensions");
      console.log(tryLock(openSync(process.argv[1], "a+")));
      setInterval(() => undefined, 1000);`;
    const holder = spawn(process.execPath, ["-e", lock, join(dataDir, "postgres.lock")]);
    expect(String((await once(holder.stdout, "data"))[0])).toBe("true\n");
    await expect(openDatabase({ dataDir })).rejects.toThrow("in use by another process");
    holder.kill("SIGKILL");
    await once(holder, "exit");
    await (await openDatabase({ dataDir })).close();
  });

  test("makes its files private to its user", async () => {
    await chmod(dataDir, 0o755);
    await (await openDatabase({ dataDir })).close();
    const files = await readdir(dataDir, { recursive: true });
    expect(files.length).toBeGreaterThan(500);
    for (const file of ["", ...files]) {
      expect((await stat(join(dataDir, file))).mode & 0o077, file).toBe(0);
    }
  });

  test("reports an inaccessible folder or an unreadable database in one sentence", async () => {
    const file = join(dataDir, "file");
    await writeFile(file, "");
    await expect(openDatabase({ dataDir: file })).rejects.toMatchObject({
      name: "DataFolderError",
      message: expect.stringMatching(
        /^The folder .* cannot be written \(E\w+\): let .* choose another DATA_DIR\.$/,
      ),
    });
    const control = join(dataDir, "postgres", "global", "pg_control");
    const whole = await readFile(control);
    await truncate(control, 100);
    await expect(openDatabase({ dataDir })).rejects.toMatchObject({
      name: "DataFolderError",
      message: expect.stringMatching(/^The database in .* cannot be opened: restore the folder .*\.$/),
    });
    await writeFile(control, whole);
    await (await openDatabase({ dataDir })).close();
  });

  test("reports an unreadable database that was never opened completely, and leaves its files", async () => {
    const [mark, control] = ["postgres.whole", "postgres/global/pg_control"].map((name) =>
      join(dataDir, name),
    );
    const whole = await readFile(String(control));
    await rm(String(mark));
    await truncate(String(control), 100);
    await expect(openDatabase({ dataDir })).rejects.toThrow("cannot be opened: restore the folder");
    await writeFile(String(control), whole);
    const again = await openDatabase({ dataDir });
    expect(await again.db.select({ email: waitlist.email }).from(waitlist)).toEqual([{ email: "kept" }]);
    await again.close();
  });

  test("creates the database again after its creation was interrupted", LONG, async () => {
    const fresh = join(dataDir, "fresh");
    const interrupted = async (folder: string) => {
      await mkdir(folder);
      await writeFile(join(folder, "PG_VERSION"), "1");
      throw new Error("killed");
    };
    await expect(openDatabase({ dataDir: fresh, openEngine: interrupted })).rejects.toThrow("killed");
    await (await openDatabase({ dataDir: fresh })).close();
    expect(await readdir(fresh)).not.toContain("postgres.new");
  });

  test("refuses to start instead of beginning anew when files are missing", async () => {
    const version = join(dataDir, "postgres", "PG_VERSION");
    const text = await readFile(version);
    await rm(version);
    await expect(openDatabase({ dataDir })).rejects.toThrow("is incomplete, it lacks PG_VERSION: restore");
    await writeFile(version, text);
    const again = await openDatabase({ dataDir });
    expect(await again.db.select({ email: waitlist.email }).from(waitlist)).toEqual([{ email: "kept" }]);
    await again.close();
  });
});

test("sends no settings to a connection pooler that accepts none", async () => {
  const startups: string[] = [];
  const message = "Munsupported startup parameter: statement_timeout\0C08P01\0SFATAL\0\0";
  const pooler = createServer((socket) => {
    socket.once("data", (startup) => {
      startups.push(startup.toString("latin1"));
      const header = Buffer.from("E\0\0\0\0", "latin1");
      header.writeUInt32BE(4 + message.length, 1);
      socket.write(Buffer.concat([header, Buffer.from(message, "latin1")]));
      // The error alone must end the use of this connection.
      setTimeout(() => socket.end(), 100);
    });
  });
  await new Promise<void>((resolve) => pooler.listen(0, "127.0.0.1", resolve));
  const address = pooler.address();
  const port = typeof address === "object" ? address?.port : undefined;
  await expect(openDatabase({ url: `postgres://user:word@127.0.0.1:${port}/name` })).rejects.toThrow(
    "unsupported startup parameter",
  );
  pooler.close();
  expect(startups.map((startup) => startup.includes("timeout"))).toEqual([true, false]);
});
