import { gzipSync } from "node:zlib";
import { ROUTES } from "@/server/api";

export type Asked = {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
};

export const TREE = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
export const WALLET = "5dQj8QAJDYYD6QxwXYx3Hcrv7NihEyf4aUXPSqXXNDPS";
export const ORIGIN = "https://app.example.com";
export const ADMIN_KEY = "an-admin-key-for-tests";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const PATHS = ROUTES.map(([path]) => path);
const VALUES: Record<string, string> = {
  ...{ treeAddress: TREE, address: WALLET, mint: WALLET, idx: "0" },
  ...{ merkleRoot: "00".repeat(32), beneficiary: WALLET },
  ...{ uploadId: "5a".repeat(32), part: "0" },
};

const filled = (path: string, value?: string) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => value ?? VALUES[name] ?? "x");
const usual = PATHS.map((path) => filled(path));
const readable = ROUTES.filter(([, module]) => "GET" in module && "contract" in Object(module.GET)).map(
  ([path]) => filled(path),
);

const get = (path: string, headers?: Record<string, string>): Asked => ({ method: "GET", path, headers });

const everyMethod = usual.flatMap((path) => METHODS.map((method): Asked => ({ method, path })));

/** Values in the place of a parameter, as they stand in the request line. */
const ODD_VALUES = [
  ...[
    "x",
    "..%2f",
    "a%2Fb",
    "%00",
    "%C3%A9",
    "%F0%9F%98%80",
    "[treeAddress]",
    ":treeAddress",
    "%5B%5D",
    "a+b",
  ],
  ...[
    "a%20b",
    "{x}",
    "a|b",
    '"',
    "'",
    "<x>",
    "^",
    "`",
    "~",
    "a;b=1",
    "a,b",
    "$1",
    "@",
    "*",
    "(.)",
    "-1",
    "...",
  ],
  ...[
    "prepare",
    "import",
    "proof",
    "undefined",
    "nxtPx",
    "%25",
    "%2525",
    "x".repeat(2_000),
    `%37${TREE.slice(1)}`,
  ],
];
const oddValues = [
  "/api/activity/{address}",
  "/api/campaigns/{treeAddress}",
  "/api/campaigns/{treeAddress}/cancel",
  "/api/campaigns/{treeAddress}/milestones/{idx}",
  "/api/campaigns/{treeAddress}/proof",
  "/api/actions/claim/{treeAddress}",
].flatMap((path) => ODD_VALUES.map((value) => get(filled(path, value))));

const ODD_QUERIES = [
  ...[
    "?",
    "?x",
    "?x=1&x=2",
    "?limit=1&limit=2",
    "?limit=2&page=1",
    "?page=2&limit=2",
    "?&&",
    "?=",
    "?%",
    "?%zz=1",
  ],
  ...[
    "?x=%00",
    "?x=%ff",
    "?x=%ED%A0%80",
    "?a+b=c+d",
    "?a%20b=%2B",
    "?__proto__=1",
    "?_rsc=1",
    "?nxtPtreeAddress=x",
  ],
  ...[
    `?treeAddress=${WALLET}`,
    "?cursor=x",
    "?limit=2#part",
    "#part",
    "?a=b?c=d",
    "?a=b//c/../d",
    `?x=${"y".repeat(6_000)}`,
  ],
  ...[
    `?beneficiary=${WALLET}`,
    `?beneficiary=${WALLET}&all=true`,
    "?beneficiary=%35",
    "?[]=1",
    "?a[b]=c",
    "?é=1",
  ].slice(0, 5),
];
const oddQueries = [
  "/api/campaigns",
  `/api/campaigns/${TREE}/proof`,
  `/api/campaigns/${TREE}/leaves`,
  `/api/beneficiary/${WALLET}/campaigns`,
  "/api/schedule-templates",
].flatMap((path) => ODD_QUERIES.map((query) => get(path + query)));
const plain = readable.flatMap((path) =>
  ["", "?limit=2", `?beneficiary=${WALLET}`].map((query) => get(path + query)),
);

const SPELLINGS: ((path: string) => string)[] = [
  (path) => `${path}/`,
  (path) => `${path}//`,
  (path) => `/${path}`,
  (path) => `//${path}`,
  (path) => path.replace("/api/", "/api//"),
  (path) => path.replace("/api/", "/api/./"),
  (path) => path.replace("/api/", "/api/x/../"),
  (path) => path.replace("/api/", "/api/%2e/"),
  (path) => path.replace("/api/", "/api/x/%2E%2e/"),
  (path) => path.replace("/api/", "/api\\"),
  (path) => path.replace("/api/", "/api/../api/"),
  (path) => path.replace("/api/", "/API/"),
  (path) => path.replace("/api/", "/%61pi/"),
  (path) => path.replace("/api/", "/api%2f"),
  (path) => path.replace("/api/", "/api;x/"),
  (path) => `${path}/.`,
  (path) => `${path}/..`,
  (path) => `${path}/./?x=1`,
  (path) => `${path}/?x=1&y=%20`,
  (path) => `${path}%20`,
  (path) => `${path}%2f`,
  (path) => `${path}%3Fx=1`,
  (path) => `${path};x=1`,
  (path) => `${path}.json`,
  (path) => `${path}.rsc`,
  (path) => `${path}.segments/_tree.segment.rsc`,
  (path) => `${path}/route`,
  (path) => `${path}/nothing`,
  (path) => `${path}\\`,
  (path) => path.toUpperCase(),
  (path) => path.replace(/[a-z]$/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => `${path}${"/x".repeat(2_000)}`,
];
const spelled = [
  "/api/health",
  "/api/schedule-templates",
  `/api/campaigns/${TREE}/proof`,
  "/api/campaigns/prepare",
]
  .flatMap((path) => SPELLINGS.map((spell) => spell(path)))
  .flatMap((path) => [get(path), { method: "POST", path }]);
const unknown = [
  "/api",
  "/api/",
  "/api?x",
  "/api/nothing",
  "/api/campaigns/x/y/z",
  "/apix",
  "/rpc",
  "/rpc/",
  "/rpc/x",
  "/rpc?x",
  "/actions.json/",
  "/actions.json/x",
  "/actions.json?x",
  "/api/actions",
].flatMap((path) =>
  METHODS.filter((method) => /^\/(?:api|rpc)\b/.test(path) || method === "GET").map(
    (method): Asked => ({ method, path }),
  ),
);

const HEADERS: Record<string, string>[] = [
  ...["gzip", "deflate", "br", "*", "gzip;q=0", "identity", "gzip, deflate, br"].map((encoding) => ({
    "accept-encoding": encoding,
  })),
  ...['"x"', "*", "", 'W/"x", *', "x"].map((tag) => ({ "if-none-match": tag })),
  ...[ORIGIN, "https://evil.example.com", "null", ""].map((origin) => ({ origin })),
  ...["https", "http", "https, http", "HTTPS"].map((proto) => ({ "x-forwarded-proto": proto })),
  { range: "bytes=0-10" },
  { "if-modified-since": "Sun, 22 Nov 2076 08:49:37 GMT" },
  { "x-http-method-override": "DELETE" },
  { "next-action": "x" },
  { "next-router-prefetch": "1" },
  { "next-router-state-tree": "x" },
  { "x-nextjs-data": "1" },
  { "x-middleware-subrequest": "proxy" },
  { "x-invoke-path": "/api/campaigns" },
  { "x-matched-path": "/api/campaigns" },
  { "x-now-route-matches": "1=x" },
  { "x-forwarded-host": "evil.example.com" },
  { accept: "text/html" },
  { "content-type": "text/x-component" },
  { cookie: "__prerender_bypass=x; __next_preview_data=x" },
  { purpose: "prefetch" },
  { authorization: "Bearer x.y" },
  { "x-admin-key": ADMIN_KEY },
  { "x-admin-key": "wrong" },
  { "x-long": "x".repeat(8_000) },
  { rsc: "1" },
];
const withHeaders = [
  "/api/schedule-templates",
  "/api/campaigns",
  `/api/campaigns/${TREE}`,
  "/api/nothing",
  "/api/waitlist",
]
  .flatMap((path) => HEADERS.map((headers) => get(path, headers)))
  .concat(
    usual.flatMap((path) =>
      ["OPTIONS", "HEAD"].map((method) => ({ method, path, headers: { origin: ORIGIN } })),
    ),
  );

const json = { "content-type": "application/json" };
const BODIES: Omit<Asked, "method" | "path">[] = [
  { headers: json, body: "{}" },
  { headers: json, body: "[]" },
  { headers: json, body: "null" },
  { headers: json, body: "" },
  { headers: json, body: '{"a":' },
  { headers: json, body: '{"__proto__":1,"a":"\\u0000"}' },
  { headers: json, body: "\ufeff{}" },
  { headers: { "content-type": "application/json; charset=latin1" }, body: "{}" },
  { headers: { "content-type": "application/vnd.x+json" }, body: '{"x":1}' },
  { headers: { "content-type": "text/plain" }, body: "{}" },
  { headers: { "content-type": "text/csv" }, body: "beneficiary,amount\r\nx,1\r\n" },
  { headers: { "content-type": "multipart/form-data; boundary=x" }, body: "--x--\r\n" },
  { headers: { "content-type": "application/x-www-form-urlencoded" }, body: "a=b" },
  { headers: { ...json, "content-encoding": "gzip" }, body: gzipSync('{"x":1}') },
  { headers: { ...json, "content-encoding": "gzip" }, body: "no gzip" },
  { headers: { ...json, "content-encoding": "br" }, body: "{}" },
  { headers: { ...json, "transfer-encoding": "chunked" }, body: '{"x":1}' },
  { headers: { ...json, authorization: "Bearer x.y" }, body: "{}" },
  { headers: { ...json, "x-admin-key": ADMIN_KEY }, body: "{}" },
  { headers: { ...json, origin: ORIGIN }, body: `{"x":"${"y".repeat(20_000)}"}` },
  {
    headers: {
      ...json,
      origin: "http://localhost:3000",
      host: "localhost:3000",
      "sec-fetch-site": "same-origin",
    },
    body: '{"jsonrpc":"2.0","id":1,"method":"getSlot"}',
  },
  { body: "{}" },
];
const withBody = [
  ...[
    "/api/campaigns",
    "/api/campaigns/import",
    "/api/campaigns/prepare",
    "/api/simulate-vesting",
    "/api/waitlist",
  ],
  ...[
    "/api/events/sync",
    "/api/admin/sync",
    `/api/campaigns/${TREE}/cancel`,
    `/api/actions/claim/${TREE}`,
    "/actions.json",
    "/rpc",
    "/api/nothing",
    "/api/health",
  ],
].flatMap((path) => BODIES.map((body): Asked => ({ method: "POST", path, ...body })));
const PART = `/api/uploads/${"5a".repeat(32)}/parts/0`;
const oddBodies: Asked[] = [
  ...BODIES.map((body): Asked => ({ method: "PUT", path: PART, ...body })),
  ...BODIES.map((body): Asked => ({ method: "POST", path: "/api/uploads", ...body })),
  ...BODIES.map((body): Asked => ({ method: "POST", path: "/api/webhooks", ...body })),
  ...BODIES.map((body): Asked => ({ method: "PATCH", path: `/api/webhooks/ep_${"a".repeat(22)}`, ...body })),
  { method: "PUT", path: "/api/campaigns", headers: json, body: "{}" },
  { method: "DELETE", path: "/api/health", headers: json, body: "{}" },
  { method: "OPTIONS", path: "/api/campaigns", headers: json, body: "{}" },
  { method: "GET", path: "/api/campaigns", headers: { ...json, "content-length": "2" }, body: "{}" },
];

export const ODD_REQUESTS: readonly Asked[] = [
  ...everyMethod,
  ...oddValues,
  ...oddQueries,
  ...plain,
  ...spelled,
  ...unknown,
  ...withHeaders,
  ...withBody,
  ...oddBodies,
];
