import { appendFileSync } from "node:fs";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";

/**
 * A receiver of messages signed with `SECRET` on `PORT`, which the test kills. It fails one request in three,
 * and writes each accepted message to `FILE` as a line of JSON before it responds.
 */
const { SECRET = "", PORT, FILE = "" } = process.env;
const webhook = new Webhook(SECRET);
let requests = 0;

const server = createServer(async (request, response) => {
  requests += 1;
  const body = await text(request);
  if (requests % 3 === 0) return response.writeHead(500).end();
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  const line = { id: headers["webhook-id"], message: webhook.verify(body, headers) };
  appendFileSync(FILE, `${JSON.stringify(line)}\n`);
  return response.writeHead(204).end();
});

server.listen(Number(PORT), "127.0.0.1", () => process.send?.("listens"));
process.once("disconnect", () => process.exit(1));
