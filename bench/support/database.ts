import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { migrateDatabase } from "@/db/maintenance/migrate";
import type { Wallet } from "@/tests/support/http";
import { PostgresServer } from "../../tests/load/service/postgres-server";
import { signIn } from "../../tests/load/service/send";
import { AttackedService } from "../../tests/load/service/service";
import { selectTargets } from "./reads";
import { type Size, seed } from "./seed";

const NO_SERVER =
  "There is no Postgres: install Debian's package postgresql, or set TEST_DATABASE_URL to a server on which a superuser may create databases.";

/** Creates a migrated database on the server of TEST_DATABASE_URL, or on a server of its own, and fills it. */
export async function createDatabase(size?: Size) {
  const server = process.env.TEST_DATABASE_URL ? null : await PostgresServer.start();
  const serverUrl = process.env.TEST_DATABASE_URL ?? server?.url("postgres");
  if (!serverUrl) throw new Error(NO_SERVER);
  const name = `vesting_index_bench_${randomBytes(6).toString("hex")}`;
  const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).toString();
  const admin = postgres(serverUrl, { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${name}`);
  await migrateDatabase(url);
  if (size) await seed(url, size);
  const remove = async () => {
    await admin.unsafe(`drop database ${name} with (force)`);
    await admin.end();
    await server?.remove();
  };
  return { url, remove };
}

type Sent = { method?: string; headers?: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> };

/** Starts the production build on a database of its own; both are removed at the end of the caller's scope. */
export async function startService(settings: Record<string, string>, size?: Size) {
  const database = await createDatabase(size);
  const service = await AttackedService.start({
    settings: { DATABASE_URL: database.url, RATE_LIMIT: "off", LOG_LEVEL: "warn", ...settings },
  });
  /** Sends a request as a wallet that signs in, if one is given; the response must succeed. */
  async function send(path: string, sent: Sent = {}, wallet?: Wallet): Promise<string> {
    const authorization = wallet && (await signIn({ port: service.port, localAddress: "127.0.0.1" }, wallet));
    const headers = { "content-type": "application/json", ...authorization, ...sent.headers };
    const response = await fetch(service.url + path, { ...sent, headers });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${text.slice(0, 300)}`);
    return text;
  }
  return {
    ...{ service, database, send, targets: await selectTargets(database.url) },
    [Symbol.asyncDispose]: () => service.remove().then(database.remove),
  };
}
