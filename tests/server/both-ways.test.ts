import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request as httpRequest, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ADMIN_KEY, type Asked, ODD_REQUESTS, ORIGIN, TREE, WALLET } from "./support/odd-requests";

type Ports = { router: number; own: number };
type Answer = { status: number | undefined; headers: Record<string, string>; text: string };

let child: ChildProcess;
let ports: Ports;
let dataDir: string;
const agent = new Agent({ keepAlive: true });

async function start(): Promise<void> {
  dataDir = await mkdtemp(join(tmpdir(), "both-ways-"));
  const settings = {
    ...{ DATA_DIR: dataDir, LOG_LEVEL: "fatal", SOLANA_RPC_URL: "http://127.0.0.1:1", TRUST_PROXY_HOPS: "1" },
    ...{ ALLOWED_ORIGIN: ORIGIN, ADMIN_API_KEY: ADMIN_KEY, SAMPLE_TREE: TREE, SAMPLE_WALLET: WALLET },
    ...{ TSX_TSCONFIG_PATH: "server/tsconfig.json" },
  };
  child = spawn(process.execPath, ["--import", "tsx", "tests/server/support/both-ways.ts"], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", ...settings },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const ended = once(child, "exit").then(([code]) => Promise.reject(new Error(`It ended with ${code}.`)));
  [ports] = (await Promise.race([once(child, "message"), ended])) as [Ports];
}

/** An id that both answers have, and for each an address that has asked for nothing yet. */
let turn = 0;
function identities() {
  turn++;
  const from = (side: number) => ({
    "x-forwarded-for": `10.${side}.${turn >> 8}.${turn & 255}`,
    "x-request-id": `request-${turn}`,
  });
  return { asRouter: from(1), asOwn: from(2) };
}

async function ask(port: number, { method, path, headers, body }: Asked): Promise<Answer> {
  const request = httpRequest({ port, method, path, headers, agent }).end(body);
  const [response] = (await once(request, "response")) as [IncomingMessage];
  let text = "";
  for await (const chunk of response.setEncoding("latin1")) text += chunk;
  const names = Object.keys(response.headersDistinct);
  const values = names.map((name) => {
    const value = response.headersDistinct[name]?.join(", ") ?? "";
    // The seconds until the window of a rate limit ends depend on the moment of the request.
    return [name, name === "ratelimit" ? value.replace(/;t=\d+$/, "") : value];
  });
  return { status: response.statusCode, headers: Object.fromEntries(values), text };
}

const ROUTER_VARY =
  /^rsc, next-router-state-tree, next-router-prefetch, next-router-segment-prefetch(?:, next-url)?(?:, )?/;

/** What the two say differently on purpose, and why the router's way is the lesser one; gives the rest. */
const SAID_ELSE: { why: string; rest(headers: Answer["headers"]): Answer["headers"] }[] = [
  {
    why: "The router sends every answer in chunks; its length is known and said.",
    rest: ({ "transfer-encoding": _, "content-length": __, ...headers }) => headers,
  },
  {
    why: "The router has caches keep an answer for each value of headers of its own, on which no route's depends.",
    rest: ({ vary = "", ...headers }) => {
      const left = vary.replace(ROUTER_VARY, "");
      return left ? { ...headers, vary: left } : headers;
    },
  },
  {
    why: "The router takes back cookies of previews, which there are none of.",
    rest: ({ "set-cookie": _, ...headers }) => headers,
  },
];

/** Requests that the router does not answer as a route would, and should. */
const ANSWERED_ELSE: { why: string; isMeant(asked: Asked): boolean }[] = [
  {
    why: "The router takes it for one of its own pages' and redirects it to a query that no route takes.",
    isMeant: ({ path, headers }) => path.startsWith("/api/") && headers?.rsc !== undefined,
  },
  {
    why: "The router drops parameters with names of its own, and one that its objects cannot have, which are refused.",
    isMeant: ({ path }) => /[?&](?:nxtP|__proto__)/.test(path),
  },
];

const VOLATILE = new Set(["date", "connection", "keep-alive"]);
const withoutNonces = (text: string) =>
  text.replaceAll(/'nonce-[^']+'/g, "").replace(/"nonce":"[\w-]{43}"/, '"nonce":""');

/** The text of pages is left out, which Next renders for both. */
function comparable({ status, headers, text }: Answer) {
  const rest = SAID_ELSE.reduce((left, { rest }) => rest(left), headers);
  const kept = Object.entries(rest).filter(([name]) => !VOLATILE.has(name));
  const isPage = headers["content-type"]?.startsWith("text/html");
  const named = kept.map(([name, value]) => [name, withoutNonces(value)] as const);
  return { status, headers: Object.fromEntries(named.toSorted()), text: isPage ? "" : withoutNonces(text) };
}

// What the database answers is the same both ways, whichever it is: once is enough.
describe.runIf(existsSync(".next/BUILD_ID") && !process.env.TEST_DATABASE_URL)(
  "through the router and past it",
  () => {
    beforeAll(start, 120_000);
    afterAll(async () => {
      agent.destroy();
      child.kill();
      await once(child, "exit");
      await rm(dataDir, { recursive: true });
    });

    test("every request is answered with the same status, headers and bytes", {
      timeout: 300_000,
    }, async () => {
      expect(ODD_REQUESTS.length).toBeGreaterThan(500);
      const different: object[] = [];
      const needed = new Set<string>();
      for (const asked of ODD_REQUESTS) {
        const { asRouter, asOwn } = identities();
        // Links name the host that was asked for, and each of the two has a port of its own.
        const headers = { host: "localhost:3000", ...asked.headers };
        const router = comparable(
          await ask(ports.router, { ...asked, headers: { ...headers, ...asRouter } }),
        );
        const own = comparable(await ask(ports.own, { ...asked, headers: { ...headers, ...asOwn } }));
        if (JSON.stringify(router) === JSON.stringify(own)) continue;
        const exception = ANSWERED_ELSE.find(({ isMeant }) => isMeant(asked));
        if (exception) needed.add(exception.why);
        else different.push({ asked, router, own });
      }
      expect(different).toEqual([]);
      expect([...needed].toSorted()).toEqual(ANSWERED_ELSE.map(({ why }) => why).toSorted());
    });
  },
);
