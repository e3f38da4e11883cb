import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request as httpRequest, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SAME_AS_READ, SAME_FOR_ALL, SAME_WITHIN_SECOND } from "@/server/pages/page-place";
import { ADMIN_KEY, type Asked, ODD_REQUESTS, ORIGIN, TREE, WALLET } from "./support/odd-requests";
import { builtPages, requestsOf } from "./support/page-requests";

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

/** Has the service's clock go on by so many milliseconds, or adds a campaign. */
async function change(wish: number | "campaign"): Promise<void> {
  child.send(wish);
  await once(child, "message");
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
  const values = names.map((name) => [name, response.headersDistinct[name]?.join(", ") ?? ""]);
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

/** The text of pages is left out, which are made anew for each request: pageOf compares them. */
function comparable({ status, headers, text }: Answer) {
  const rest = SAID_ELSE.reduce((left, { rest }) => rest(left), headers);
  const kept = Object.entries(rest).filter(([name]) => !VOLATILE.has(name));
  const isPage = headers["content-type"]?.startsWith("text/html");
  const named = kept.map(([name, value]) => [name, withoutNonces(value)] as const);
  return { status, headers: Object.fromEntries(named.toSorted()), text: isPage ? "" : withoutNonces(text) };
}

/**
 * The elements of a page with their text. What the moment decides is left out: what scripts bring, which is cut and numbered
 * as it comes (browsers try it in tests/e2e), and whether what the head says stands there or behind.
 */
function pageOf(answer: Answer) {
  const { status, headers } = answer;
  const { "content-encoding": encoding, link: _, ...rest } = headers;
  const plain = wholeTextOf(answer);
  const names = Object.entries(rest).filter(([name]) => !VOLATILE.has(name));
  const named = names.map(([name, value]) => [name, withoutMoment(value, headers)] as const);
  return {
    status,
    isCompressed: encoding !== undefined,
    headers: Object.fromEntries(named.toSorted()),
    elements: plain
      .replaceAll(/<script\b[^>]*>.*?<\/script>|<!--.*?-->|<link rel="preload"[^>]*>/gs, "")
      .match(/<\w[^<]*/g)
      ?.filter((element) => !/^<(?:template|div hidden)/.test(element))
      .toSorted(),
  };
}

/** A cookie's end is told to the second, which may be over between the two answers. */
const withoutMoment = (value: string, headers: Answer["headers"]): string =>
  value.replaceAll(nonceOf(headers), "").replaceAll(/(?<=Expires=)[^;]+/g, "");

/** What a browser reads, but for the nonce. */
function wholeTextOf({ headers, text }: Answer): string {
  const encoding = headers["content-encoding"];
  const bytes = Buffer.from(text, "latin1");
  const decoded = encoding === "br" ? brotliDecompressSync(bytes) : encoding ? gunzipSync(bytes) : bytes;
  return decoded.toString().replaceAll(nonceOf(headers), "");
}

const nonceOf = (headers: Answer["headers"]): string =>
  /'nonce-([^']+)'/.exec(headers["content-security-policy"] ?? "")?.[1] ?? "no nonce";

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

    test("every page is the same", { timeout: 300_000 }, async () => {
      const different: object[] = [];
      const straight = new Set<string>();
      const pages = builtPages();
      for (const asked of requestsOf(pages)) {
        const { asRouter, asOwn } = identities();
        const headers = { host: "localhost:3000", ...asked.headers };
        const router = pageOf(await ask(ports.router, { ...asked, headers: { ...headers, ...asRouter } }));
        const answer = await ask(ports.own, { ...asked, headers: { ...headers, ...asOwn } });
        const own = pageOf(answer);
        if (JSON.stringify(router) !== JSON.stringify(own)) different.push({ asked, router, own });
        // The router has no such encoding.
        if (answer.headers["content-encoding"] === "br") straight.add(asked.path);
      }
      expect(different).toEqual([]);
      expect([...straight].toSorted()).toEqual([...pages].toSorted());
    });

    const LOOKS: Record<string, string>[] = [
      {},
      { "accept-language": "de, en;q=0.5", "accept-encoding": "gzip, br" },
      { cookie: "theme=dark; language=de" },
    ];
    const LATER_MS = 40 * 86_400_000 + 61_000;

    /** A page as the two give it. */
    function bothWays(path: string, looks: Record<string, string>) {
      const { asRouter, asOwn } = identities();
      const askOne = (port: number, as: Record<string, string>) =>
        ask(port, { method: "GET", path, headers: { host: "localhost:3000", ...looks, ...as } });
      return { router: () => askOne(ports.router, asRouter), own: () => askOne(ports.own, asOwn) };
    }

    test("a page that is kept is what the router renders then, scripts included", {
      timeout: 120_000,
    }, async () => {
      for (const path of [...SAME_FOR_ALL].map((route) => route.replace(":page", "deploy")))
        for (const looks of LOOKS) {
          const { own, router } = bothWays(path, looks);
          await own();
          await change(LATER_MS);
          expect(wholeTextOf(await own()), `${path} ${JSON.stringify(looks)}`).toBe(
            wholeTextOf(await router()),
          );
        }
    });

    test("a page that is kept for as long as it would read the same is what the router renders", {
      timeout: 120_000,
    }, async () => {
      const queries = ["?status=active&sort=name", "?q=newer", `?q=${WALLET}`];
      for (const path of [...SAME_AS_READ, ...queries.map((query) => `/campaigns${query}`)])
        for (const looks of LOOKS) {
          const { own, router } = bothWays(path, looks);
          for (const wish of [LATER_MS, "campaign", 1_000, LATER_MS] as const) {
            await own();
            await change(wish);
            expect(pageOf(await own()), `${path} ${wish}`).toEqual(pageOf(await router()));
          }
        }
    });

    test("a page that many ask for is what the router renders", { timeout: 120_000 }, async () => {
      const table = [...SAME_WITHIN_SECOND].map(
        (route) => new RegExp(`^${route.replaceAll(/:\w+/g, "[^/]+")}$`),
      );
      const paths = builtPages().filter((path) => table.some((route) => route.test(path)));
      expect(table.filter((route) => !paths.some((path) => route.test(path)))).toEqual([]);
      for (const path of [...paths, `/portfolio?address=${WALLET}`, `/campaigns/${TREE}?view=claims`])
        for (const looks of LOOKS) {
          const { own, router } = bothWays(path, looks);
          for (let time = 0; time < 10; time++) await own();
          for (const wish of [0, 1_000, "campaign"] as const) {
            await change(wish);
            expect(pageOf(await own()), `${path} ${wish}`).toEqual(pageOf(await router()));
          }
        }
    });
  },
);
