import { readFileSync } from "node:fs";
import { type Asked, TREE, WALLET } from "./odd-requests";

/** Every page of the build, with what the service has and with what it has not, as browsers and others ask for it. */

const PARAMETERS: Record<string, readonly string[]> = {
  treeAddress: [TREE, WALLET, "nothing"],
  version: ["1", "9"],
  leaf: ["0", "x"],
  signature: ["1".repeat(88)],
  page: ["api", "deploy", "nothing"],
};

/** The paths of the build's pages, each parameter in turn. */
export function builtPages(): readonly string[] {
  const manifest: object = JSON.parse(readFileSync(".next/server/app-paths-manifest.json", "utf8"));
  const paths = Object.keys(manifest)
    .filter((name) => name.endsWith("/page") && !name.startsWith("/_"))
    .map((name) => name.slice(0, -"/page".length).replaceAll(/\/\(\w+\)/g, "") || "/")
    .flatMap((path) => filled([path]));
  return [...new Set(paths)];
}

function filled(paths: readonly string[]): readonly string[] {
  const name = paths[0]?.match(/\[(\w+)\]/)?.[1];
  if (name === undefined) return paths;
  const values = PARAMETERS[name] ?? [];
  return filled(paths.flatMap((path) => values.map((value) => path.replace(`[${name}]`, value))));
}

const ASKED_AS: Omit<Asked, "method" | "path">[] = [
  { headers: { accept: "text/html", "accept-encoding": "gzip, deflate, br, zstd" } },
  { headers: { "accept-encoding": "gzip" } },
  { headers: { "accept-encoding": "br;q=0, gzip;q=0" } },
  { headers: { "accept-language": "de" } },
  { headers: { cookie: "language=de; theme=dark" } },
  { headers: { "x-forwarded-proto": "https", "x-forwarded-host": "vesting.example" } },
  { headers: { "user-agent": "Googlebot/2.1" } },
  { headers: { "user-agent": "Twitterbot/1.0" } },
  { headers: { cookie: "__prerender_bypass=1; __next_preview_data=1", "sec-fetch-dest": "document" } },
  { headers: { "content-security-policy": "script-src *" } },
];

/** What only the router's own code in a browser sends, and what somebody may. */
const OWN: Record<string, string>[] = [
  { rsc: "1" },
  { rsc: "1", "next-router-prefetch": "1", "next-router-segment-prefetch": "/_tree" },
  { "next-resume": "1" },
  { "next-action": "00" },
  { "x-nextjs-data": "1" },
  { "x-middleware-rewrite": "/campaigns" },
  { "x-matched-path": "/campaigns" },
  { "x-now-route-matches": "1=nothing" },
  { "x-prerender-revalidate": "1" },
];

const ENDS = [
  "/",
  "?",
  "?x=1&x=2",
  "?language=de",
  "?nxtPtreeAddress=x",
  "?_rsc=1",
  "?__proto__=1",
  "%2F",
  "#top",
];
const ELSEWHERE = [
  ...["//", "/campaigns//", "/Campaigns", "/%63ampaigns", "/campaigns%20", "/./campaigns", "/_not-found"],
  ...["/(dashboard)/campaigns", "/campaigns/[treeAddress]", "/campaigns/page", "/nothing", "/constructor"],
  ...[
    "/campaigns?page=9",
    "/campaigns?status=claimable&sort=claimed",
    `/campaigns?q=${TREE}`,
    "/campaigns?q=%F0",
  ],
  ...[`/campaigns?q=${WALLET}`, `/portfolio?address=${WALLET}`, `/activity?address=${WALLET}`],
  ...["claims", "timeline", "roots", "nothing"].map((view) => `/campaigns/${TREE}?view=${view}`),
];

const get = (path: string, headers: Asked["headers"] = {}): Asked => ({ method: "GET", path, headers });

export const requestsOf = (pages: readonly string[]): readonly Asked[] => [
  ...pages.flatMap((path) => ASKED_AS.map(({ headers }) => get(path, headers))),
  ...pages.map((path) => ({ ...get(path), method: "HEAD" })),
  ...["/", "/campaigns", `/campaigns/${TREE}`, "/docs/api"].flatMap((path) => [
    ...OWN.map((headers) => get(path, headers)),
    ...ENDS.map((end) => get(path + end)),
  ]),
  ...ELSEWHERE.map((path) => get(path)),
];
