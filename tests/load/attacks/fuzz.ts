import { randomInt } from "node:crypto";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { createWallet, type Wallet } from "@/tests/support/http";
import { type Answer, send, signIn } from "../service/send";
import { HEADERS, JSON_VALUES, METHODS, TEXTS, TREE } from "./fuzz-values";

/** The keys in the attacked service's settings, so that guarded routes are reached too. */
export const FUZZED_SETTINGS = { ADMIN_API_KEY: "attack-admin-key", CRON_SECRET: "attack-cron-secret" };

type Schema = { properties?: Record<string, unknown> };
type Parameter = { name: string; in: "path" | "query" };
type Operation = {
  path: string;
  method: string;
  parameters: Parameter[];
  /** Names of the body's fields; null without a body. */
  fields: string[] | null;
  mediaTypes: string[];
  auth: "wallet" | "admin" | "cron" | "scraper" | null;
};
type Documented = {
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  security?: Record<string, unknown>[];
};

/** Returns the operations of the service's own document, and the relay, which the document omits. */
async function readOperations(port: number): Promise<Operation[]> {
  const { text } = await send({
    port,
    path: "/api/openapi.json",
    localAddress: address(),
    maxChars: 10_000_000,
  });
  const document: { paths: Record<string, Record<string, Documented>> } = JSON.parse(text);
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { parameters, requestBody, security }]): Operation => {
      const content = Object.entries(requestBody?.content ?? {});
      const fields = content.flatMap(([, { schema }]) => Object.keys(schema.properties ?? {}));
      const [auth = null] = Object.keys(security?.[0] ?? {}) as Operation["auth"][];
      const mediaTypes = content.map(([type]) => type);
      return {
        path,
        method: method.toUpperCase(),
        parameters,
        auth,
        mediaTypes,
        fields: requestBody ? fields : null,
      };
    }),
  );
  const fields = ["jsonrpc", "id", "method", "params"];
  const relay = { path: "/rpc", method: "POST", parameters: [], auth: null, fields };
  return [...operations, { ...relay, mediaTypes: ["application/json"] }];
}

const pick = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T;
const chance = (part: number) => Math.random() < part;

/** Returns one of enough addresses that no client reaches a limit. */
const address = () => `127.${randomInt(20, 40)}.${randomInt(256)}.${randomInt(1, 255)}`;

const jsonBody = (fields: readonly string[]) => {
  if (chance(0.15)) return pick(JSON_VALUES);
  const names = [
    ...fields.filter(() => chance(0.8)),
    ...(chance(0.3) ? [...(fields.length > 0 ? [pick(fields)] : []), "__proto__", "a"] : []),
  ];
  return `{${names.map((name) => `${JSON.stringify(name)}:${pick(JSON_VALUES)}`).join(",")}}`;
};

const bytes = () => Buffer.from(Array.from({ length: randomInt(2_000) }, () => randomInt(256)));

function createBody({ fields, mediaTypes }: Operation): string | Buffer | undefined {
  if (fields === null && chance(0.9)) return undefined;
  if (chance(0.1)) return bytes();
  if (mediaTypes.some((type) => type !== "application/json") && chance(0.7)) {
    const rows = Array.from({ length: randomInt(40) }, () =>
      [pick(TEXTS), pick(TEXTS), pick(TEXTS)].join(pick([",", ";", "\t"])),
    );
    const csv = `beneficiary,amount,releaseType\n${rows.join(pick(["\n", "\r\n", "\r"]))}`;
    return chance(0.5)
      ? csv
      : `--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n${csv}\r\n--x--`;
  }
  const text = jsonBody(fields ?? []);
  const cut = chance(0.1) ? text.slice(0, randomInt(text.length + 1)) : text;
  return chance(0.15) ? gzipSync(cut).subarray(chance(0.2) ? 5 : 0) : cut;
}

function buildUrl({ path, parameters }: Operation): string {
  const filled = path.replaceAll(/\{\w+\}/g, () =>
    chance(0.5) ? TREE : encodeURI(pick(TEXTS)).replaceAll("%25", "%"),
  );
  const given = parameters
    .filter((parameter) => parameter.in === "query" && chance(0.5))
    .map(({ name }) => name);
  const names = [...given, ...(chance(0.15) ? given : []), ...(chance(0.1) ? ["x", "__proto__", "a[]"] : [])];
  const query = names
    .map((name) => `${name}=${encodeURI(pick(TEXTS)).replaceAll("%25", "%")}`)
    .join(pick(["&", "&", "&&", ";"]));
  const url = query ? `${filled}?${query}` : filled;
  return chance(0.03) ? url.replaceAll("/", pick(["//", "/./", "\\"])) : url;
}

async function credentials(
  { auth }: Operation,
  from: { port: number; localAddress: string },
  wallet: Wallet,
): Promise<Record<string, string>> {
  if (auth === null || chance(0.2)) return {};
  if (auth === "admin") return { "x-admin-key": FUZZED_SETTINGS.ADMIN_API_KEY };
  if (auth === "scraper") return { authorization: `Bearer ${FUZZED_SETTINGS.ADMIN_API_KEY}` };
  if (auth === "cron") return { authorization: `Bearer ${FUZZED_SETTINGS.CRON_SECRET}` };
  return signIn(from, wallet);
}

async function fuzzOnce(port: number, operation: Operation, wallet: Wallet): Promise<Answer> {
  const from = { port, localAddress: address() };
  const body = createBody(operation);
  const headers: Record<string, string> = {
    ...(body !== undefined && { "content-type": pick([...operation.mediaTypes, "application/json"]) }),
    ...(Buffer.isBuffer(body) && chance(0.9) && { "content-encoding": "gzip" }),
    ...(await credentials(operation, from, wallet)),
    ...(chance(0.3) && pick(HEADERS)),
  };
  const method = chance(0.1) ? pick(METHODS) : operation.method;
  const path = buildUrl(operation);
  // A raw socket sends requests that Node's client refuses to send.
  const isPlain = /^[\x21-\x7e]+$/.test(path) && method !== "QUERY";
  if (!isPlain || chance(0.1)) return sendRaw(from, { method, path, headers, body });
  return send({ ...from, method, path, headers, ...(body !== undefined && { body }) });
}

type Raw = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Buffer | undefined;
};

/**
 * Sends a request byte for byte, including repeated and invalid headers, and reads the status of its
 * response.
 */
function sendRaw(
  to: { port: number; localAddress: string },
  { method, path, headers, body = "" }: Raw,
): Promise<Answer> {
  const started = performance.now();
  const lines = Object.entries({ host: "x", ...headers, connection: "close" }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const length = Buffer.byteLength(body);
  const odd = pick([
    "",
    "X-\u0000: 1",
    "X: a\r\n b",
    ": 1",
    "Content-Length: 5",
    "Content-Length: -1",
    "Host: y",
    "X: \ud800",
  ]);
  const head = [
    `${method} ${path} HTTP/1.1`,
    ...lines,
    `Content-Length: ${length}`,
    ...(odd ? [odd] : []),
    "",
    "",
  ];
  return new Promise((resolve) => {
    const socket = connect({ ...to, host: "127.0.0.1" });
    let text = "";
    const end = () => {
      socket.destroy();
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);
      resolve({ status, retryAfter: null, ms: performance.now() - started, text: text.slice(0, 2_000) });
    };
    socket.on("error", () => undefined).on("data", (chunk) => (text += chunk.toString("latin1")));
    socket.once("close", end).setTimeout(20_000, end);
    socket.write(head.join("\r\n"));
    socket.end(body);
  });
}

const AT_ONCE = 8;
const ROUND = 200;

/** Sends invalid requests to every operation of the document; a 5xx other than 503 is an error. */
export async function prepareFuzz(port: number) {
  const operations = await readOperations(port);
  const wallet = createWallet();
  return async (count: (answer: number | string) => void) => {
    let left = ROUND;
    const work = async () => {
      while (left-- > 0) {
        const operation = operations[left % operations.length] as Operation;
        const { status, text, ms } = await fuzzOnce(port, operation, wallet);
        count(status);
        const isFailure = (status >= 500 && status !== 503) || (status === 0 && ms > 15_000);
        if (isFailure)
          count(`${status || "no answer"} of ${operation.method} ${operation.path}: ${text.slice(0, 300)}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  };
}
