import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { bareHash } from "./bare-hash";

/**
 * The least that preparing a tree can cost: the body is parsed, as many messages hashed as its tree has, and an answer as
 * long as the service's written. Tells its parent its port.
 */

const piece = Buffer.alloc(131_072, "[1,23,255],");
const hashers = new Map<number, () => void>();

function hasherOf(leaves: number): () => void {
  const hash = hashers.get(leaves) ?? bareHash(leaves);
  hashers.set(leaves, hash);
  return hash;
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const bytes = Number(request.headers["x-answer-bytes"]);
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { recipients } = JSON.parse(Buffer.concat(chunks).toString());
  hasherOf(recipients.length)();
  response.writeHead(200, { "content-type": "application/json", "content-length": bytes });
  for (let left = bytes; left > 0; left -= piece.length) {
    if (!response.write(piece.subarray(0, left))) await once(response, "drain");
  }
  response.end();
}

const server = createServer((request, response) => void answer(request, response));
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.once("disconnect", () => process.exit());
