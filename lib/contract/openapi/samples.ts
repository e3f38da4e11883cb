import type { Auth } from "../route-contract";
import type { Examples, RecordedCall } from "./examples";

type Sampled = { method: string; path: string; auth: Auth | undefined; mediaTypes: readonly string[] };

type CodeSample = { lang: string; label: string; source: string };

/** Builds runnable code samples from recorded calls. The service address and secrets are environment variables. */
export function codeSamples(input: Sampled, call: RecordedCall, { clientCalls }: Examples): CodeSample[] {
  const clientCall = clientCalls[`${input.method} ${input.path}`];
  const script = clientCall === undefined ? fetchSample(input, call) : clientSample(input, call, clientCall);
  return [
    { lang: "shell", label: "curl", source: curlSample(input, call) },
    { lang: "typescript", label: "TypeScript", source: script },
  ];
}

/** The header that each kind of route takes its credentials in, and the variable that holds them. */
const CREDENTIALS: Record<Auth, { header: string; prefix: string; variable: string }> = {
  wallet: { header: "authorization", prefix: "Bearer ", variable: "WALLET_PROOF" },
  admin: { header: "x-admin-key", prefix: "", variable: "ADMIN_API_KEY" },
  scraper: { header: "authorization", prefix: "Bearer ", variable: "ADMIN_API_KEY" },
  cron: { header: "authorization", prefix: "Bearer ", variable: "CRON_SECRET" },
};

/** A recorded call's path and query, as the request line has them. */
export function buildTarget(path: string, { params, query }: RecordedCall["request"]): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const search = new URLSearchParams(query).toString();
  return search === "" ? filled : `${filled}?${search}`;
}

const isText = (body: unknown): body is string => typeof body === "string";

/** A recorded body as it is sent. */
export const bodyText = ({ body }: RecordedCall["request"]): string =>
  isText(body) ? body : JSON.stringify(body);

const getMediaType = ({ request }: RecordedCall) => request.mediaType ?? "application/json";

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

function curlSample({ method, path, auth, mediaTypes }: Sampled, call: RecordedCall): string {
  const { request } = call;
  const isFile = mediaTypes.some((type) => type.startsWith("image/"));
  const lines = [`curl --silent --show-error --fail-with-body "$BASE_URL${buildTarget(path, request)}"`];
  if (method !== "GET") lines.push(`--request ${method}`);
  if (auth) {
    const { header, prefix, variable } = CREDENTIALS[auth];
    lines.push(`--header "${header}: ${prefix}$${variable}"`);
  }
  if (request.body !== undefined) {
    lines.push(
      `--header "content-type: ${getMediaType(call)}"`,
      `--data-binary ${quoted(bodyText(request))}`,
    );
  }
  if (isFile) lines.push("--output picture");
  return lines.join(" \\\n  ");
}

const SERVICE = `process.env.BASE_URL ?? "http://127.0.0.1:3000"`;

function fetchSample({ method, path, auth, mediaTypes }: Sampled, call: RecordedCall): string {
  const { request } = call;
  const headers: string[] = [];
  if (auth) {
    const { header, prefix, variable } = CREDENTIALS[auth];
    const value = prefix ? `\`${prefix}\${process.env.${variable}}\`` : `process.env.${variable} ?? ""`;
    headers.push(`${literalKey(header)}: ${value}`);
  }
  const fields: string[] = [];
  if (method !== "GET") fields.push(`method: "${method}"`);
  if (request.body !== undefined) {
    headers.push(`"content-type": "${getMediaType(call)}"`);
    const value = isText(request.body)
      ? literal(request.body)
      : `JSON.stringify(${literal(request.body, 1)})`;
    fields.push(`body: ${value}`);
  }
  if (headers.length > 0) fields.splice(1, 0, `headers: { ${headers.join(", ")} }`);
  const options = fields.length === 0 ? "" : `, {\n${fields.map((field) => `  ${field},\n`).join("")}}`;
  const isJson = mediaTypes[0] === "application/json";
  const read = isJson ? "json" : mediaTypes[0]?.startsWith("image/") ? "blob" : "text";
  return [
    `const service = ${SERVICE};`,
    `const response = await fetch(\`\${service}${buildTarget(path, request)}\`${options});`,
    "if (!response.ok) throw new Error(await response.text());",
    `const answer = await response.${read}();`,
  ].join("\n");
}

const CLIENT = `import { ApiClient } from "@vesting-index/client";`;
const WALLET_IMPORTS = `import bs58 from "bs58";
import nacl from "tweetnacl";`;
const WALLET = `
const keys = nacl.sign.keyPair.fromSecretKey(bs58.decode(process.env.WALLET_KEY ?? ""));
const signer = {
  address: bs58.encode(keys.publicKey),
  signMessage: (message: Uint8Array) => nacl.sign.detached(message, keys.secretKey),
};`;

function clientSample({ auth }: Sampled, { request }: RecordedCall, clientCall: string): string {
  const written = clientCall.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (name === "query") return literal(typedQuery(request.query));
    return name === "body" ? literal(request.body) : (request.params[name] ?? "");
  });
  return [
    CLIENT,
    ...(auth === "wallet" ? [WALLET_IMPORTS] : []),
    "",
    `const api = new ApiClient({ baseUrl: ${SERVICE} });`,
    ...(auth === "wallet" ? [WALLET.trimStart()] : []),
    "",
    `const answer = await ${written};`,
  ].join("\n");
}

/** Numbers and flags as the client's methods take them. */
const typedQuery = (query: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      /^(\d{1,9}|true|false)$/.test(value) ? JSON.parse(value) : value,
    ]),
  );

const WIDTH = 90;
const NAME = /^[A-Za-z_$][\w$]*$/;
const literalKey = (key: string) => (NAME.test(key) ? key : JSON.stringify(key));

/** A value as a program writes it, on one line where it is short. */
function literal(value: unknown, depth = 0): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined";
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const items = Array.isArray(value)
    ? value.map((item) => literal(item, depth + 1))
    : Object.entries(value).map(([key, item]) => `${literalKey(key)}: ${literal(item, depth + 1)}`);
  if (items.length === 0) return `${open}${close}`;
  const short = Array.isArray(value) ? `[${items.join(", ")}]` : `{ ${items.join(", ")} }`;
  const isBytes = Array.isArray(value) && value.every((item) => typeof item === "number");
  if (isBytes || (short.length + 2 * depth <= WIDTH && !short.includes("\n"))) return short;
  const indent = "  ".repeat(depth + 1);
  return `${open}\n${items.map((item) => `${indent}${item},\n`).join("")}${"  ".repeat(depth)}${close}`;
}
