import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { UnixfsCid } from "@/lib/service/snapshots/unixfs-cid";
import { type LocalServer, listenLocally } from "@/tests/support/local-server";

export const PIN_TOKEN = "a-pinning-token";

export type PinningServer = LocalServer & {
  /** The contents that were added, by their CID. */
  files: Map<string, Buffer>;
  /** Replaces the response to the next requests; null for that of a sound server. */
  answer: ((response: ServerResponse, cid: string) => void) | null;
};

/** Starts a server with the `add` call of Kubo's RPC API, which requires a token. */
export async function startPinningServer(): Promise<PinningServer> {
  const files = new Map<string, Buffer>();
  const state: Pick<PinningServer, "files" | "answer"> = { files, answer: null };
  const add = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
    const isAdd = request.method === "POST" && pathname === "/api/v0/add";
    if (!isAdd) return void response.writeHead(404).end();
    const content = getFile(request.headers["content-type"] ?? "", await buffer(request));
    if (request.headers.authorization !== `Bearer ${PIN_TOKEN}`)
      return void response.writeHead(401).end(JSON.stringify({ Message: "the token is wrong" }));
    if (searchParams.get("pin") !== "true" || searchParams.get("cid-version") !== "1")
      return void response.writeHead(400).end();
    const cid = new UnixfsCid();
    cid.update(content);
    const Hash = cid.digest();
    if (state.answer) return state.answer(response, Hash);
    files.set(Hash, content);
    response.end(`${JSON.stringify({ Name: "leaves.json", Hash, Size: String(content.length) })}\n`);
  };
  const server = createServer((request, response) => {
    add(request, response).catch(() => response.destroy());
  });
  return Object.assign(state, await listenLocally(server));
}

/** Returns the content of the only part of a multipart body. */
function getFile(contentType: string, body: Buffer): Buffer {
  const [, boundary] = /^multipart\/form-data; boundary=([\w-]+)$/.exec(contentType) ?? [];
  const begin = body.indexOf("\r\n\r\n") + 4;
  const end = body.lastIndexOf(`\r\n--${boundary}--\r\n`);
  if (!body.subarray(0, 200).includes(`--${boundary}\r\n`) || begin < 4 || end < begin)
    throw new Error("The body is not a form with one file.");
  return body.subarray(begin, end);
}
