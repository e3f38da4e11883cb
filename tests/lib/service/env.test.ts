import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { EnvError, readEnv, SETTING_NAMES, SETTINGS } from "@/lib/service/env";

const example = parseEnv(readFileSync(".env.example", "utf8"));

describe(".env.example", () => {
  test("names every setting and nothing else", () => {
    expect(Object.keys(example).toSorted()).toEqual(SETTINGS.toSorted());
  });

  test("states the defaults", () => {
    expect(readEnv(example)).toEqual(readEnv({}));
  });
});

describe("a secret in a file", () => {
  const folder = mkdtempSync(join(tmpdir(), "vesting-index-secrets-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const getFile = (content: string) => {
    const path = join(folder, "secret");
    writeFileSync(path, content);
    return path;
  };
  const SECRETS = SETTING_NAMES.filter((name) => name.endsWith("_FILE") && !SETTINGS.includes(name)).map(
    (name) => name.slice(0, -5),
  );

  const LABELS_KEY = Buffer.alloc(32, 1).toString("base64");

  test.each(SECRETS)("is the value of %s, without the final line break", (name) => {
    const value = /URL$/.test(name)
      ? {
          REDIS_URL: "redis://u:p@h",
          SOLANA_RPC_URL: "https://a.example/key,https://b.example",
          SMTP_URL: "smtps://u:p@h",
        }[name]
      : name.startsWith("LABELS_")
        ? LABELS_KEY
        : "a-long-secret";
    const others = {
      DATABASE_READ_URL: { DATABASE_URL: "postgres://u:p@h/d" },
      GEYSER_TOKEN: { GEYSER_URL: "https://a.example:10000" },
      IPFS_API_TOKEN: { IPFS_API_URL: "https://a.example" },
      LABELS_PREVIOUS_KEY: { LABELS_KEY },
      SMTP_URL: { MAIL_FROM: "Vesting <vesting@service.example>" },
      UPSTASH_REDIS_REST_TOKEN: { UPSTASH_REDIS_REST_URL: "https://a.example" },
    }[name];
    const given = value ?? "postgres://u:p@h/d";
    const fromFile = readEnv({ ...others, [`${name}_FILE`]: getFile(`${given}\n`) });
    expect(fromFile).toEqual(readEnv({ ...others, [name]: given }));
  });

  test("is refused beside the value, empty or missing, in a sentence without value and path", () => {
    const both = { ADMIN_API_KEY: "given-value", ADMIN_API_KEY_FILE: getFile("other-value") };
    expect(() => readEnv(both)).toThrow(/^ADMIN_API_KEY and ADMIN_API_KEY_FILE cannot both be set\. [^/]*$/);
    expect(() => readEnv({ CRON_SECRET_FILE: getFile("\n") })).toThrow(
      "The file of CRON_SECRET_FILE is empty.",
    );
    expect(() => readEnv({ CRON_SECRET_FILE: join(folder, "none") })).toThrow(
      "The file of CRON_SECRET_FILE cannot be read (ENOENT).",
    );
    expect(() => readEnv({ CRON_SECRET_FILE: getFile("short") })).toThrow(/^CRON_SECRET must be at least/);
  });

  test("exists for every setting whose value is secret", () => {
    const secret = SETTINGS.filter((name) =>
      /KEY(?!_FILE)|SECRET|TOKEN|^(?:DATABASE|REDIS|SMTP|SOLANA)\w*_URL$/.test(name),
    );
    expect(SECRETS.toSorted()).toEqual(secret.toSorted());
  });
});

describe("LABELS_KEY", () => {
  const KEY = Buffer.alloc(32, 1).toString("base64");

  test.each(["short", Buffer.alloc(31).toString("base64"), Buffer.alloc(32).toString("hex"), `${KEY}=`])(
    "is refused as %s",
    (LABELS_KEY) => expect(() => readEnv({ LABELS_KEY })).toThrow(/^LABELS_KEY must be 32 random bytes/),
  );

  test("is required beside LABELS_PREVIOUS_KEY", () => {
    expect(() => readEnv({ LABELS_PREVIOUS_KEY: KEY })).toThrow("set LABELS_KEY too");
    const both = { LABELS_KEY: KEY, LABELS_PREVIOUS_KEY: KEY };
    expect(readEnv(both)).toMatchObject(both);
  });
});

describe("settings", () => {
  test.each(["vesting@service.example", "Vesting <vesting@service.example>", "Vesting, Ltd <a@b.example>"])(
    "accept the sender %j",
    (MAIL_FROM) => expect(readEnv({ SMTP_URL: "smtp://h", MAIL_FROM }).MAIL_FROM).toBe(MAIL_FROM),
  );

  test.each(["vesting", "a@b\nBcc: c@d", "A\nB <a@b>", "A <a@b> <c@d>", "a@b, c@d"])(
    "refuse the sender %j",
    (MAIL_FROM) => expect(() => readEnv({ SMTP_URL: "smtp://h", MAIL_FROM })).toThrow(/^MAIL_FROM must be/),
  );

  test("require a mail server and a sender together", () => {
    const message = "SMTP_URL and MAIL_FROM must be set together.";
    expect(() => readEnv({ SMTP_URL: "smtps://h" })).toThrow(message);
    expect(() => readEnv({ MAIL_FROM: "a@b.example" })).toThrow(message);
  });

  test("count as unset when they are empty", () => {
    expect(readEnv({ PORT: "", DATABASE_URL: "  ", LOG_LEVEL: "" })).toEqual(readEnv({}));
  });

  test("are lists where the setting allows several values", () => {
    const env = readEnv({
      SOLANA_RPC_URL: "https://a.example, http://b.example/x",
      ALLOWED_ORIGIN: "https://a.example",
    });
    expect(env.SOLANA_RPC_URL).toEqual(["https://a.example", "http://b.example/x"]);
    expect(env.ALLOWED_ORIGIN).toEqual(["https://a.example"]);
  });

  test.each([
    [{ BRAND_COLORS: "red,blue" }, "BRAND_COLORS must be two colors such as #0a6352,#58d3b0"],
    [{ BRAND_COLORS: "#777777,#58d3b0" }, "BRAND_COLORS has too little contrast for text in the theme light"],
    [
      { BRAND_LOGO_URL: "http://a.example/logo.png" },
      "BRAND_LOGO_URL must be a URL that starts with https://",
    ],
    [{ BRAND_NAME: "<b>" }, "BRAND_NAME must be 1 to 40 characters"],
    [{ EMBED_ORIGINS: "https://*.example.com/x" }, "EMBED_ORIGINS must be exact origins"],
    [{ TERMS_REQUIRED: "on" }, "TERMS_REQUIRED also requires TERMS_URL"],
    [{ BLOCKED_COUNTRIES: "US" }, "BLOCKED_COUNTRIES and COUNTRY_HEADER must be set together"],
    [{ COUNTRY_HEADER: "cf-ipcountry" }, "BLOCKED_COUNTRIES and COUNTRY_HEADER must be set together"],
    [
      { BLOCKED_COUNTRIES: "usa", COUNTRY_HEADER: "x" },
      "BLOCKED_COUNTRIES must be codes of two capital letters",
    ],
  ])("refuses the appearance and the conditions %j", (item, message) => {
    expect(() => readEnv(item)).toThrow(message);
  });

  test("refuse a gRPC token without its server", () => {
    expect(() => readEnv({ GEYSER_TOKEN: "a-long-secret" })).toThrow(
      /^GEYSER_TOKEN is the token of the server/,
    );
  });

  test("refuse a gRPC token that others could read on its way, and never show it", () => {
    const withUrl = (GEYSER_URL: string) => readEnv({ GEYSER_URL, GEYSER_TOKEN: "a-long-secret" });
    const refusal =
      "GEYSER_TOKEN would be sent unencrypted; set GEYSER_URL to an https:// address, or unset GEYSER_TOKEN if the server requires none.";
    for (const url of ["http://a.example:10000", "http://10.0.0.5:10000", "http://127.0.0.1.example"])
      expect(() => withUrl(url), url).toThrow(refusal);
    for (const url of ["https://a.example", "http://127.0.0.1:10000", "http://[::1]:1", "http://localhost:1"])
      expect(withUrl(url).GEYSER_TOKEN, url).toBe("a-long-secret");
    expect(readEnv({ GEYSER_URL: "http://a.example:10000" }).GEYSER_TOKEN).toBeUndefined();
  });

  test("refuse a token of an IPFS endpoint without its endpoint, or that others could read on its way", () => {
    const IPFS_API_TOKEN = "a-long-secret";
    const withUrl = (IPFS_API_URL: string) => readEnv({ IPFS_API_URL, IPFS_API_TOKEN });
    expect(() => readEnv({ IPFS_API_TOKEN })).toThrow(/^IPFS_API_TOKEN is the token of the endpoint/);
    expect(() => withUrl("http://ipfs.example:5001")).toThrow(/^IPFS_API_TOKEN would be sent unencrypted/);
    for (const url of ["https://ipfs.example", "http://127.0.0.1:5001"])
      expect(withUrl(url).IPFS_API_TOKEN, url).toBe(IPFS_API_TOKEN);
  });

  test("make the registration check strict once a network is named", () => {
    expect(readEnv({}).REGISTRATION_CHECK).toBe("lenient");
    expect(readEnv({ SOLANA_RPC_URL: "https://a.example" }).REGISTRATION_CHECK).toBe("ledger");
    expect(
      readEnv({ SOLANA_RPC_URL: "https://a.example", REGISTRATION_CHECK: "lenient" }).REGISTRATION_CHECK,
    ).toBe("lenient");
  });

  test.each([
    ["PORT", "70000"],
    ["PORT", "3000x"],
    ["WORKERS", "0"],
    ["DATABASE_READ_URL", "mysql://x"],
    ["DATABASE_URL", "mysql://x"],
    ["DATABASE_POOL_SIZE", "9999"],
    ["REDIS_URL", "localhost:6379"],
    ["UPSTASH_REDIS_REST_URL", "https://db.example"],
    ["SOLANA_RPC_URL", "https://a.example,,"],
    ["SOLANA_RPC_URL", "https://me:secret@a.example"],
    ["VESTING_PROGRAM_ID", "11111"],
    ["REGISTRATION_CHECK", "strict"],
    ["ADMIN_API_KEY", "short"],
    ["CRON_SECRET", "sevenle"],
    ["ALLOWED_ORIGIN", "*"],
    ["ALLOWED_ORIGIN", "https://a.example/"],
    ["TRUST_PROXY_HOPS", "-1"],
    ["RATE_LIMIT", "false"],
    ["MAX_BODY_BYTES", "64MB"],
    ["LOG_LEVEL", "verbose"],
  ])("refuse %s=%s in one sentence that does not reveal the value", (name, value) => {
    let message = "";
    try {
      readEnv({ [name]: value });
    } catch (error) {
      if (error instanceof EnvError) message = error.message;
    }
    expect(message).toMatch(new RegExp(`^${name} [^\n]+\\.$`));
    expect(message).not.toContain(value);
  });

  test("lists the settings that several processes cannot share", () => {
    const servers = {
      DATABASE_URL: "postgres://a/b",
      REDIS_URL: "redis://a",
      SOLANA_RPC_URL: "https://a.example",
    };
    expect(readEnv({ ...servers, WORKERS: "4" }).WORKERS).toBe(4);
    for (const name of Object.keys(servers)) {
      const others = { ...servers, [name]: undefined, WORKERS: "2" };
      expect(() => readEnv(others)).toThrow(
        new RegExp(`^WORKERS above 1 also requires ${name}\\b[^,]*: set it, or WORKERS=1, [^\n]+\\.$`),
      );
    }
    expect(() => readEnv({ WORKERS: "2" })).toThrow(/DATABASE_URL, REDIS_URL .*, SOLANA_RPC_URL/);
  });

  test("allow webhooks to private addresses only where a setting says so, and never on Vercel", () => {
    expect(readEnv({}).WEBHOOKS_ALLOW_PRIVATE).toBe(false);
    expect(readEnv({ WEBHOOKS_ALLOW_PRIVATE: "true" }).WEBHOOKS_ALLOW_PRIVATE).toBe(true);
    expect(() => readEnv({ WEBHOOKS_ALLOW_PRIVATE: "true", VERCEL: "1" })).toThrow(
      /^WEBHOOKS_ALLOW_PRIVATE .*Vercel/,
    );
    expect(readEnv({ WEBHOOK_RETRY_SECONDS: "0, 60" }).WEBHOOK_RETRY_SECONDS).toEqual([0, 60]);
    expect(() => readEnv({ WEBHOOK_RETRY_SECONDS: "5,soon" })).toThrow(
      /^WEBHOOK_RETRY_SECONDS must be whole/,
    );
  });

  test("refuses the settings of a read replica without its server", () => {
    expect(() => readEnv({ DATABASE_READ_URL: "postgres://a/b" })).toThrow(
      /^DATABASE_READ_URL .* DATABASE_URL/,
    );
  });

  test("name all invalid settings at once", () => {
    expect(() => readEnv({ PORT: "x", RATE_LIMIT: "maybe" })).toThrow(/^PORT .+\.\nRATE_LIMIT .+\.$/);
    expect(() =>
      readEnv({
        REDIS_URL: "redis://a",
        UPSTASH_REDIS_REST_URL: "https://b.example",
        UPSTASH_REDIS_REST_TOKEN: "0123456789abcdef",
      }),
    ).toThrow(/REDIS_URL and UPSTASH/);
  });
});
