import { readFileSync } from "node:fs";
import * as z from "zod";
import { parseBrandColors, unreadableThemes } from "@/lib/core/brand-colors";
import { PRIORITY_CHOICES } from "@/lib/core/plans/priority-choices";
import { DEFAULT_PROGRAM_ID, isAddress } from "@/lib/core/solana/addresses";
import { isLoopbackHost } from "./loopback";

const MEBIBYTE = 1024 * 1024;
/** A body is parsed as a whole, which takes several times its length in memory. */
const MAX_PARSED_BYTES = 32 * MEBIBYTE;

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`);

const url = (protocols: readonly string[]) =>
  z.string().refine(
    (value) => {
      const protocol = URL.canParse(value) ? new URL(value).protocol : "";
      return protocols.includes(protocol);
    },
    `must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`,
  );

/** Requests to a URL with a user name or password fail, and their errors would contain it. */
export const hasUserInfo = (url: string): boolean => {
  const { username, password } = URL.canParse(url) ? new URL(url) : { username: "", password: "" };
  return username !== "" || password !== "";
};

const rpcUrl = url(["http:", "https:"]).refine(
  (value) => !hasUserInfo(value),
  "must not contain a user name or password, which no request can send",
);

/** Whether a URL is encrypted or of this machine, so that no network between can read a secret. */
const isPrivate = (url: string): boolean => {
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" || isLoopbackHost(hostname);
};

const web = ["http:", "https:"] as const;
const secret = z.string().min(8, "must be at least 8 characters long");

const list = (item: z.ZodType<string, string>) =>
  z
    .string()
    .transform((value) => value.split(",").map((part) => part.trim()))
    .pipe(z.array(item).min(1));

const origin = z
  .string()
  .refine(
    (value) => URL.canParse(value) && new URL(value).origin === value,
    "must be exact origins such as https://app.example.com, without a path or wildcard",
  );

const host = z
  .string()
  .regex(
    /^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i,
    "must be hosts such as app.example.com or app.example.com:8080, without a scheme or path",
  );

const contact = z
  .string()
  .regex(
    /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/,
    "must be mailto: or https: addresses, separated by commas",
  );

/** An address, alone or after a name: no control characters, which would start another header. */
const MAIL_SENDER = /^(?:[^\s<>@]+@[^\s<>@]+|[^<>@"\p{Cc}]+ <[^\s<>@]+@[^\s<>@]+>)$/u;

const explorer = url(web).refine(
  (value) => value.includes("{id}"),
  "must contain {id} in place of the address or signature",
);

/** An amount of SOL with up to nine decimals, in lamports. */
const sol = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,9})?$/, "must be an amount of SOL such as 0.001, below 1000")
  .transform((text) => {
    const [whole = "", decimals = ""] = text.split(".");
    return BigInt(whole + decimals.padEnd(9, "0"));
  });

const brandColors = z
  .string()
  .transform(parseBrandColors)
  .refine((colors) => colors !== null, "must be two colors such as #0a6352,#58d3b0, for light and dark")
  .superRefine((colors, { addIssue }) => {
    const themes = colors ? unreadableThemes(colors) : [];
    if (themes.length === 0) return;
    const message = `has too little contrast for text in the theme ${themes.join(" and ")}; choose a darker color for light and a lighter one for dark`;
    addIssue({ code: "custom", message });
  });

const country = z
  .string()
  .regex(/^[A-Z]{2}$/, "must be codes of two capital letters such as US, separated by commas");

const KEY_BYTES = 32;

/** A random key of 32 bytes. */
const key = z
  .string()
  .refine(
    (text) => /^[A-Za-z0-9+/]{43}=$/.test(text) && Buffer.from(text, "base64").length === KEY_BYTES,
    "must be 32 random bytes in base64, as openssl rand -base64 32 prints them",
  );

const programId = z.string().refine(isAddress, "must be the base58 address of a program");

const settings = z.object({
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().default("127.0.0.1"),
  WORKERS: wholeNumber(1, 64).default(1),
  DATA_DIR: z.string().default(".data"),
  DATABASE_URL: url(["postgres:", "postgresql:"]).optional(),
  DATABASE_READ_URL: url(["postgres:", "postgresql:"]).optional(),
  DATABASE_POOL_SIZE: wholeNumber(1, 500).default(10),
  DATABASE_PREPARE: z.enum(["on", "off"], "must be on or off").default("on"),
  REDIS_URL: url(["redis:", "rediss:"]).optional(),
  UPSTASH_REDIS_REST_URL: url(web).optional(),
  UPSTASH_REDIS_REST_TOKEN: secret.optional(),
  SOLANA_RPC_URL: list(rpcUrl).optional(),
  GEYSER_URL: url(web).optional(),
  GEYSER_TOKEN: secret.optional(),
  LEDGER_PORT: wholeNumber(0, 65_534).default(8899),
  NETWORK_NAME: z
    .string()
    .regex(/^[\w .()-]{1,40}$/, "must be 1 to 40 letters, digits, spaces or any of . ( ) -")
    .optional(),
  EXPLORER_URL: explorer.optional(),
  VESTING_PROGRAM_ID: programId.default(DEFAULT_PROGRAM_ID),
  PRIORITY_FEE: z.enum(PRIORITY_CHOICES, "must be none, low, medium or high").default("none"),
  MAX_PRIORITY_FEE_SOL: sol.default(1_000_000n),
  SPONSOR_KEY_FILE: z.string().optional(),
  SPONSOR_SIGNER_URL: url(web).optional(),
  SPONSOR_SIGNER_SECRET: secret.optional(),
  SPONSOR_ADDRESS: z
    .string()
    .refine(isAddress, "must be the base58 address of the signer's account")
    .optional(),
  SPONSOR_CAMPAIGNS: list(
    z
      .string()
      .refine(isAddress, "must be base58 addresses of campaigns or their creators, separated by commas"),
  ).optional(),
  SPONSOR_RENT: z.enum(["on", "off"], "must be on or off").default("off"),
  SPONSOR_CLAIM_SOL: sol.default(5_000_000n),
  SPONSOR_WALLET_CLAIMS: wholeNumber(1, 1_000).default(3),
  SPONSOR_WALLET_SOL: sol.default(10_000_000n),
  SPONSOR_DAY_SOL: sol.default(100_000_000n),
  CERTIFICATE_KEY_FILE: z.string().optional(),
  SNAPSHOT_DIR: z.string().optional(),
  IPFS_API_URL: url(web).optional(),
  IPFS_API_TOKEN: secret.optional(),
  REGISTRATION_CHECK: z.enum(["ledger", "lenient"], "must be ledger or lenient").optional(),
  METRICS_PORT: wholeNumber(0, 65_535).optional(),
  METRICS_HOST: z.string().default("127.0.0.1"),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(web).optional(),
  ADMIN_API_KEY: secret.optional(),
  CRON_SECRET: secret.optional(),
  ALLOWED_ORIGIN: list(origin).optional(),
  ALLOWED_HOSTS: list(host).optional(),
  RECIPIENT_FILE_ORIGINS: list(origin).optional(),
  EMBED_ORIGINS: list(origin).optional(),
  BRAND_NAME: z
    .string()
    .regex(/^[^\p{C}<>]{1,40}$/u, "must be 1 to 40 characters without < and >")
    .default("Vesting Index"),
  BRAND_LOGO_URL: url(["https:"]).optional(),
  BRAND_COLORS: brandColors.optional(),
  TERMS_URL: url(web).optional(),
  TERMS_REQUIRED: z.enum(["on", "off"], "must be on or off").default("off"),
  BLOCKED_COUNTRIES: list(country).optional(),
  COUNTRY_HEADER: z
    .string()
    .regex(/^[\w-]{1,64}$/, "must be the name of a header such as cf-ipcountry")
    .optional(),
  SECURITY_CONTACT: list(contact).optional(),
  WALLET_MESSAGE: z.enum(["any", "bound"], "must be any or bound").default("any"),
  TRUST_PROXY_HOPS: wholeNumber(0, 16).default(0),
  RATE_LIMIT: z.enum(["on", "off"], "must be on or off").default("on"),
  MAX_BODY_BYTES: wholeNumber(1, 1024 * MEBIBYTE)
    .transform((bytes) => Math.min(bytes, MAX_PARSED_BYTES))
    .default(MAX_PARSED_BYTES),
  MAX_LEAVES: wholeNumber(1, 4_294_967_295).default(100_000),
  MAX_UPLOAD_LEAVES: wholeNumber(1, 4_294_967_295).default(1_000_000),
  UPLOAD_BYTES: wholeNumber(0, 1024 * 1024 * MEBIBYTE).default(4096 * MEBIBYTE),
  UPLOAD_BYTES_PER_WALLET: wholeNumber(0, 1024 * 1024 * MEBIBYTE).default(512 * MEBIBYTE),
  UNCONFIRMED_LEAVES: wholeNumber(0, 1_000_000_000).default(2_000_000),
  UNCONFIRMED_LEAVES_PER_WALLET: wholeNumber(0, 1_000_000_000).default(250_000),
  SYNC_BUDGET_MS: wholeNumber(100, 900_000).default(20_000),
  PRICE_API_URL: url(web).default("https://lite-api.jup.ag/price/v3"),
  PRICE_API_KEY: z.string().optional(),
  WEBHOOK_ENDPOINTS: wholeNumber(0, 100_000).default(1_000),
  WEBHOOK_RETRY_SECONDS: list(
    z.string().regex(/^\d{1,6}$/, "must be whole numbers of seconds, separated by commas"),
  )
    .transform((pauses) => pauses.map(Number))
    .default([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]),
  WEBHOOKS_ALLOW_PRIVATE: z
    .enum(["true", "false"], "must be true or false")
    .default("false")
    .transform((text) => text === "true"),
  REMINDER_SUBSCRIPTIONS: wholeNumber(0, 1_000_000).default(10_000),
  CONFIRMATION_RECIPIENTS: wholeNumber(0, 10_000_000).default(500_000),
  SMTP_URL: url(["smtp:", "smtps:"]).optional(),
  MAIL_FROM: z.string().regex(MAIL_SENDER, "must be an email address, alone or as Name <address>").optional(),
  LABELS_KEY: key.optional(),
  LABELS_PREVIOUS_KEY: key.optional(),
  LABELS: wholeNumber(0, 100_000_000).default(500_000),
  LABELS_PER_WALLET: wholeNumber(0, 1_000_000).default(100_000),
  WAITLIST: z.enum(["on", "off"], "must be on or off").default("off"),
  LOG_LEVEL: z
    .enum(["silent", "fatal", "error", "warn", "info", "debug", "trace"], "must be a level such as info")
    .default("info"),
  VERCEL: z.string().optional(),
  VERCEL_URL: z.string().optional(),
  VERCEL_PROJECT_PRODUCTION_URL: z.string().optional(),
});

/** Resources that several processes can only share on separate servers; names those that are missing. */
function missingForWorkers(env: z.output<typeof settings>): string[] {
  const shared: [string, unknown][] = [
    ["DATABASE_URL", env.DATABASE_URL],
    ["REDIS_URL (or UPSTASH_REDIS_REST_URL and _TOKEN)", env.REDIS_URL ?? env.UPSTASH_REDIS_REST_URL],
    ["SOLANA_RPC_URL", env.SOLANA_RPC_URL],
  ];
  return shared.filter(([, value]) => !value).map(([name]) => name);
}

const consistent = settings
  .refine((env) => !env.UPSTASH_REDIS_REST_URL === !env.UPSTASH_REDIS_REST_TOKEN, {
    path: ["UPSTASH_REDIS_REST_URL"],
    message: "and UPSTASH_REDIS_REST_TOKEN must be set together",
  })
  .refine((env) => !(env.REDIS_URL && env.UPSTASH_REDIS_REST_URL), {
    path: ["REDIS_URL"],
    message: "and UPSTASH_REDIS_REST_URL cannot both be set",
  })
  .refine((env) => !(env.WEBHOOKS_ALLOW_PRIVATE && env.VERCEL), {
    path: ["WEBHOOKS_ALLOW_PRIVATE"],
    message: "is for receivers on the same machine; do not set it on Vercel",
  })
  .refine((env) => !env.GEYSER_TOKEN || env.GEYSER_URL, {
    path: ["GEYSER_TOKEN"],
    message: "is the token of the server in GEYSER_URL; set GEYSER_URL too",
  })
  .refine(({ GEYSER_TOKEN, GEYSER_URL }) => !GEYSER_TOKEN || !GEYSER_URL || isPrivate(GEYSER_URL), {
    path: ["GEYSER_TOKEN"],
    message:
      "would be sent unencrypted; set GEYSER_URL to an https:// address, or unset GEYSER_TOKEN if the server requires none",
  })
  .refine((env) => !env.IPFS_API_TOKEN || env.IPFS_API_URL, {
    path: ["IPFS_API_TOKEN"],
    message: "is the token of the endpoint in IPFS_API_URL; set IPFS_API_URL too",
  })
  .refine(({ IPFS_API_TOKEN, IPFS_API_URL }) => !IPFS_API_TOKEN || !IPFS_API_URL || isPrivate(IPFS_API_URL), {
    path: ["IPFS_API_TOKEN"],
    message:
      "would be sent unencrypted; set IPFS_API_URL to an https:// address, or unset IPFS_API_TOKEN if the endpoint requires none",
  })
  .refine((env) => !(env.SPONSOR_KEY_FILE && env.SPONSOR_SIGNER_URL), {
    path: ["SPONSOR_KEY_FILE"],
    message: "and SPONSOR_SIGNER_URL cannot both be set",
  })
  .refine((env) => !env.SPONSOR_SIGNER_URL || (env.SPONSOR_SIGNER_SECRET && env.SPONSOR_ADDRESS), {
    path: ["SPONSOR_SIGNER_URL"],
    message: "also requires SPONSOR_SIGNER_SECRET and SPONSOR_ADDRESS",
  })
  .refine((env) => !(env.SPONSOR_KEY_FILE ?? env.SPONSOR_SIGNER_URL) || env.SPONSOR_CAMPAIGNS, {
    path: ["SPONSOR_CAMPAIGNS"],
    message: "must list the campaigns, or their creators, whose claims the sponsor pays",
  })
  .refine((env) => !env.DATABASE_READ_URL || env.DATABASE_URL, {
    path: ["DATABASE_READ_URL"],
    message: "names a read replica of the server in DATABASE_URL; set DATABASE_URL too",
  })
  .refine((env) => env.TERMS_REQUIRED === "off" || env.TERMS_URL, {
    path: ["TERMS_REQUIRED"],
    message: "also requires TERMS_URL",
  })
  .refine((env) => !env.BLOCKED_COUNTRIES === !env.COUNTRY_HEADER, {
    path: ["BLOCKED_COUNTRIES"],
    message: "and COUNTRY_HEADER must be set together",
  })
  .refine((env) => !env.SMTP_URL === !env.MAIL_FROM, {
    path: ["SMTP_URL"],
    message: "and MAIL_FROM must be set together",
  })
  .refine((env) => !env.LABELS_PREVIOUS_KEY || env.LABELS_KEY, {
    path: ["LABELS_PREVIOUS_KEY"],
    message: "is the key that LABELS_KEY replaced; set LABELS_KEY too",
  })
  .superRefine((env, { addIssue }) => {
    const missing = missingForWorkers(env);
    if (env.WORKERS === 1 || missing.length === 0) return;
    const message = `above 1 also requires ${missing.join(", ")}: set it, or WORKERS=1, because an embedded server or memory serves one process only`;
    addIssue({ code: "custom", path: ["WORKERS"], message });
  })
  .transform((env) => ({
    ...env,
    REGISTRATION_CHECK: env.REGISTRATION_CHECK ?? (env.SOLANA_RPC_URL ? "ledger" : "lenient"),
  }));

export type Env = Readonly<z.output<typeof consistent>>;

/** Whether the key-value store is a server, which several processes can share. */
export const hasSharedStore = (env: Pick<Env, "REDIS_URL" | "UPSTASH_REDIS_REST_URL">): boolean =>
  Boolean(env.REDIS_URL ?? env.UPSTASH_REDIS_REST_URL);

/** Whether the service can send email. */
export const hasMail = (env: Pick<Env, "SMTP_URL" | "MAIL_FROM">): boolean =>
  env.SMTP_URL !== undefined && env.MAIL_FROM !== undefined;

/** The names of all settings, in the order of `.env.example`. */
export const SETTINGS = Object.keys(settings.shape);

/** Settings that hold a secret; with `_FILE` after its name each may be the path of a file that holds the value. */
const SECRETS: readonly string[] = [
  "DATABASE_URL",
  "DATABASE_READ_URL",
  "REDIS_URL",
  "UPSTASH_REDIS_REST_TOKEN",
  "SOLANA_RPC_URL",
  "GEYSER_TOKEN",
  "IPFS_API_TOKEN",
  "ADMIN_API_KEY",
  "CRON_SECRET",
  "PRICE_API_KEY",
  "SPONSOR_SIGNER_SECRET",
  "SMTP_URL",
  "LABELS_KEY",
  "LABELS_PREVIOUS_KEY",
] satisfies (keyof Env)[];

const getFileName = (secret: string) => `${secret}_FILE`;

/** The names that are read: all settings, and those of the files of secrets. */
export const SETTING_NAMES: readonly string[] = [...SETTINGS, ...SECRETS.map(getFileName)];

/** Thrown at start; its message has one sentence for each setting at fault, and never a value. */
export class EnvError extends Error {
  override readonly name = "EnvError";
}

/** Returns the sentences of an EnvError, also of another copy of this module: Next bundles it several times. */
export const writeSentences = (error: unknown): string | undefined =>
  error instanceof Error && error.name === "EnvError" ? error.message : undefined;

/** Reads and checks the settings. An empty string counts as unset. */
export function readEnv(source: Readonly<Record<string, string | undefined>> = process.env): Env {
  const input = Object.fromEntries(
    SETTINGS.map((name) => [name, readValue(name, source)]).filter(([, value]) => value),
  );
  const result = consistent.safeParse(input);
  if (result.success) return result.data;
  const errors = new Map(result.error.issues.map((issue) => [String(issue.path[0]), issue.message]));
  throw new EnvError([...errors].map(([name, message]) => `${name} ${message}.`).join("\n"));
}

/** Returns the value of a setting, or what its file holds. The final line break of a file does not count. */
function readValue(name: string, source: Readonly<Record<string, string | undefined>>): string | undefined {
  const value = source[name]?.trim();
  const pathName = getFileName(name);
  const path = SECRETS.includes(name) ? source[pathName]?.trim() : undefined;
  if (!path) return value;
  if (value) throw new EnvError(`${name} and ${pathName} cannot both be set. Remove one of them.`);
  const content = readSecret(pathName, path);
  if (content === "") throw new EnvError(`The file of ${pathName} is empty.`);
  return content;
}

function readSecret(pathName: string, path: string): string {
  try {
    return readFileSync(/* turbopackIgnore: true */ path, "utf8").trim();
  } catch (error) {
    throw new EnvError(`The file of ${pathName} cannot be read (${Object(error).code}).`);
  }
}
