import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { writeAtomically } from "@/cli/vesting-index/atomic-file";

const { events } = vi.hoisted(() => ({ events: [] as string[] }));
vi.mock("node:fs/promises", async (original) => {
  const fs: typeof import("node:fs/promises") = await original();
  return {
    ...fs,
    open: async (path: string) => {
      const handle = await fs.open(path);
      const sync = async () => {
        await handle.sync();
        events.push(`sync ${basename(path)}`);
      };
      return { sync, close: () => handle.close() };
    },
    rename: async (from: string, to: string) => {
      await fs.rename(from, to);
      events.push(`rename ${basename(to)}`);
    },
  };
});

test("writeAtomically syncs the file before it renames it, and its folder afterwards", async () => {
  const folder = await mkdtemp(join(tmpdir(), "atomic-file-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "backup");
  await writeAtomically(file, (partial) => writeFile(partial, "whole"));
  expect(await readFile(file, "utf8")).toBe("whole");
  expect(events).toEqual(["sync backup.partial", "rename backup", `sync ${basename(folder)}`]);
});
