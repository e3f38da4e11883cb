import { setTimeout as pause } from "node:timers/promises";
import { openDatabase } from "@/db/client";
import type { ReplicaState } from "@/db/database";
import { waitlist } from "@/db/schema";
import { startFaultyProxy } from "@/tests/support/outages";
import { withClient } from "../load/service/half-migrated";
import { postgresUrl, type Server } from "./servers";

export type Check = { name: string; run(): Promise<string | null> };

const STATE_MS = 30_000;

const isThere = (url: string) =>
  withClient(url, (client) => client.unsafe("select 1")).then(
    () => true,
    () => false,
  );

type Servers = { pooled: Server; primary: Server; replica: Server };

/**
 * Returns checks of a real replica's effects on readers: lag, a hang, another database. Each returns a
 * sentence for an error, or null.
 */
export function replicaChecks({ pooled, primary, replica }: Servers): Check[] {
  const url = postgresUrl(pooled);
  let writes = 0;

  /** Writes and reads back repeatedly, until the replica reaches the expected state. */
  const readsWrites = async (
    readUrl: string,
    steps: { wanted: ReplicaState; before?: () => Promise<unknown> }[],
  ) => {
    const opened = await openDatabase({ url, readUrl, prepare: false });
    try {
      for (const { wanted, before } of steps) {
        await before?.();
        const until = performance.now() + STATE_MS;
        let state: ReplicaState | undefined;
        do {
          const email = `write-${++writes}`;
          await opened.db.insert(waitlist).values({ email, createdAt: 1n });
          const all = Array.from({ length: 5 }, () => opened.reads.select().from(waitlist));
          for (const rows of await Promise.all(all))
            if (!rows.some((row) => row.email === email))
              return `a write was not read while it was to be ${wanted}`;
          state = await opened.replica?.check();
        } while (state !== wanted && performance.now() < until);
        if (state !== wanted) return `the replica was ${state} and should have been ${wanted}`;
      }
      return null;
    } finally {
      await opened.close();
    }
  };

  const onReplica = (statement: string) =>
    withClient(postgresUrl(replica), (client) => client.unsafe(statement));

  return [
    {
      name: "writes are read at once while the replica follows, stands still, and has caught up",
      run: () =>
        readsWrites(postgresUrl(replica), [
          { wanted: "in_use" },
          { wanted: "lagging", before: () => onReplica("select pg_wal_replay_pause()") },
          { wanted: "in_use", before: () => onReplica("select pg_wal_replay_resume()") },
        ]),
    },
    {
      name: "writes are read at once while the replica hangs, refuses, and is back",
      async run() {
        const proxy = await startFaultyProxy({ host: "127.0.0.1", port: replica.port });
        try {
          return await readsWrites(proxy.through(postgresUrl(replica)), [
            { wanted: "in_use" },
            { wanted: "unavailable", before: async () => proxy.hang() },
            { wanted: "in_use", before: () => proxy.pass() },
            { wanted: "unavailable", before: () => proxy.refuse() },
            { wanted: "in_use", before: () => proxy.pass() },
          ]);
        } finally {
          await proxy.close();
        }
      },
    },
    {
      name: "a replica's other database, and the primary itself, are refused",
      async run() {
        await withClient(postgresUrl(primary), (client) => client.unsafe("create database another"));
        const another = postgresUrl(replica).replace(/postgres$/, "another");
        // The replica needs the row too, before its absence can be detected.
        const until = performance.now() + STATE_MS;
        while (!(await isThere(another)) && performance.now() < until) await pause(100);
        for (const readUrl of [another, postgresUrl(primary)]) {
          const opened = await openDatabase({ url, readUrl, prepare: false }).catch(
            (error: Error) => error.name,
          );
          if (opened === "ReplicaError") continue;
          if (typeof opened === "object") await opened.close();
          return `${readUrl === another ? "the other database" : "the primary"} was accepted as a read replica`;
        }
        return null;
      },
    },
  ];
}
