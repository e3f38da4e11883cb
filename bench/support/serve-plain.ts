import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import postgres from "postgres";

/**
 * Serves an empty response at /empty. At every other path it runs the statements that its parent sent, prepared, converts
 * their rows to JSON and returns the body that the service returned.
 */

export type Statement = { text: string; params: unknown[] };
/** Statements and body, by path. */
export type Plan = Record<string, { statements: Statement[]; body: string }>;

const sql = postgres(process.env.DATABASE_URL ?? "", { max: 10, fetch_types: false });
let plan: Plan = {};

const run = ({ text, params }: Statement) =>
  // biome-ignore lint/suspicious/noExplicitAny: the driver's own type of a parameter
  sql.unsafe(text, params as any[], { prepare: params.length > 0 }).values();

const server = createServer(async (request, response) => {
  if (request.url === "/empty") return void response.end();
  const { statements = [], body = "" } = plan[request.url ?? ""] ?? {};
  JSON.stringify(await Promise.all(statements.map(run)));
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
  response.end(body);
});
process.on("message", (sent) => {
  plan = sent as Plan;
  server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
});
process.once("disconnect", () => process.exit());
