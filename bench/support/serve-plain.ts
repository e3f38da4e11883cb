import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import postgres from "postgres";

/**
 * What node:http can do at most: an empty answer for /empty, and for the others the statements that its parent names,
 * prepared, and their rows as JSON; what goes out has the bytes that the service answered with. Tells its parent its port.
 */

export type Statement = { text: string; params: unknown[] };
/** For each kind of request, what the n-th of them asks the database, and what it is answered. */
export type Plan = Record<string, { statements: Statement[]; body: string }[]>;

const sql = postgres(process.env.DATABASE_URL ?? "", { max: 10, fetch_types: false });
let plan: Plan = {};

const ask = ({ text, params }: Statement) =>
  // biome-ignore lint/suspicious/noExplicitAny: the driver's own name for a parameter of any kind
  sql.unsafe(text, params as any[], { prepare: params.length > 0 }).values();

const server = createServer(async (request, response) => {
  if (request.url === "/empty") return void response.end();
  const [, kind = "", turn = ""] = request.url?.split("/") ?? [];
  const { statements = [], body = "" } = plan[kind]?.[Number(turn)] ?? {};
  const rows = await Promise.all(statements.map(ask));
  if (JSON.stringify(rows).length === 0) throw new Error("Rows have a text.");
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
  response.end(body);
});
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on("message", (given) => {
  plan = given as Plan;
  process.send?.({});
});
process.once("disconnect", () => process.exit());
