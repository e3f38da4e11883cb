import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { EnvError, readEnv } from "@/lib/service/env";
import { observedSetup, observeProxy, resetObserved } from "@/lib/service/setup/observed";
import { rejectSetupErrors, reviewSetup } from "@/lib/service/setup/review-setup";

const POSTGRES = { DATABASE_URL: "postgres://db.example/vesting" };
const UPSTASH = {
  UPSTASH_REDIS_REST_URL: "https://kv.example",
  UPSTASH_REDIS_REST_TOKEN: "upstash-token",
};
const RPC = { SOLANA_RPC_URL: "https://rpc.example/?key=secret-key" };
const VERCEL = { VERCEL: "1", CRON_SECRET: "cron-secret", ...POSTGRES, ...UPSTASH, ...RPC };

const found = (settings: Record<string, string>) =>
  reviewSetup(readEnv(settings)).map(({ severity, setting }) => `${severity} ${setting}`);

describe("reviewSetup", () => {
  test.each<[string, Record<string, string>, string[]]>([
    ["nothing set, on this machine alone", {}, []],
    ["everything set, on Vercel", VERCEL, []],
    [
      "nothing set, on Vercel",
      { VERCEL: "1" },
      ["error DATABASE_URL", "error REDIS_URL", "error SOLANA_RPC_URL", "warning CRON_SECRET"],
    ],
    [
      "open to the network with nothing else",
      { HOST: "0.0.0.0" },
      ["warning ALLOWED_HOSTS", "warning SOLANA_RPC_URL"],
    ],
    ["open and named", { HOST: "::", ALLOWED_HOSTS: "vesting.example", ...RPC }, []],
    ["IPv6 loopback", { HOST: "::1" }, []],
    ["behind a proxy without a name", { TRUST_PROXY_HOPS: "1" }, ["warning ALLOWED_HOSTS"]],
    ["behind a proxy with a name", { TRUST_PROXY_HOPS: "1", ALLOWED_HOSTS: "vesting.example" }, []],
    ["a database of several, memory of one", POSTGRES, ["warning REDIS_URL"]],
    ["both shared", { ...POSTGRES, REDIS_URL: "redis://kv.example" }, []],
    ["lenient abroad", { ...RPC, REGISTRATION_CHECK: "lenient" }, ["warning REGISTRATION_CHECK"]],
    ["lenient at home", { SOLANA_RPC_URL: "http://127.0.0.1:8899", REGISTRATION_CHECK: "lenient" }, []],
    [
      "a public endpoint, second",
      { SOLANA_RPC_URL: "https://rpc.example,https://api.mainnet-beta.solana.com" },
      ["warning SOLANA_RPC_URL"],
    ],
    ["no limits", { RATE_LIMIT: "off" }, ["warning RATE_LIMIT"]],
  ])("reports %s", (_name, settings, expected) => {
    expect(found(settings)).toEqual(expected);
  });

  test("stops the start at all errors at once, with their fixes and without values", () => {
    expect(() => rejectSetupErrors(reviewSetup(readEnv({ VERCEL: "1", ...RPC })))).toThrow(EnvError);
    expect(() => rejectSetupErrors(reviewSetup(readEnv({ VERCEL: "1", ...RPC })))).toThrow(
      /DATABASE_URL[\s\S]*UPSTASH_REDIS_REST_URL/,
    );
    expect(JSON.stringify(reviewSetup(readEnv({ ...VERCEL, REGISTRATION_CHECK: "lenient" })))).not.toMatch(
      /secret-key|upstash-token/,
    );
    expect(() => rejectSetupErrors(reviewSetup(readEnv({ RATE_LIMIT: "off" })))).not.toThrow();
  });
});

describe("a proxy that is not counted", () => {
  beforeEach(resetObserved);
  afterEach(resetObserved);
  const warn = vi.fn();
  const observe = (peer: string, settings: Record<string, string> = {}, forwarded = "8.8.8.8") =>
    observeProxy({ forwarded, peer }, { env: readEnv(settings), log: { warn } });

  test.each(["127.0.0.1", "::1", "::ffff:10.0.0.7", "172.31.0.1", "192.168.1.2", "fd12::1"])(
    "is reported once where it is a neighbor: %s",
    (peer) => {
      warn.mockClear();
      observe(peer);
      observe(peer);
      expect(observedSetup().map(({ setting }) => setting)).toEqual(["TRUST_PROXY_HOPS"]);
      expect(warn).toHaveBeenCalledOnce();
    },
  );

  test("is not inferred from a stranger's headers, nor from a counted proxy", () => {
    observe("8.8.4.4");
    observe("172.32.0.1");
    observe("2001:db8::1");
    observe("127.0.0.1", { TRUST_PROXY_HOPS: "1" });
    observe("127.0.0.1", { VERCEL: "1" });
    observe("127.0.0.1", {}, "");
    expect(observedSetup()).toEqual([]);
  });

  test("is distinguished from a proxy counted twice, which leaves one address too few", () => {
    observe("8.8.4.4", { TRUST_PROXY_HOPS: "2" });
    observe("127.0.0.1", { TRUST_PROXY_HOPS: "2" }, "8.8.8.8, 10.0.0.1");
    observe("127.0.0.1", { TRUST_PROXY_HOPS: "2" }, "");
    expect(observedSetup()).toEqual([]);
    warn.mockClear();
    for (let time = 0; time < 2; time++) observe("127.0.0.1", { TRUST_PROXY_HOPS: "2" });
    expect(observedSetup().map(({ message }) => message)).toEqual([
      expect.stringContaining("is higher than the number of proxies"),
    ]);
    expect(warn).toHaveBeenCalledOnce();
  });
});

describe("a proxy in front of the service", () => {
  beforeEach(resetObserved);
  afterEach(resetObserved);
  const warn = vi.fn();
  type Seen = { peer?: string; forwarded?: string; hosts?: string[] };
  const observe = ({ peer = "127.0.0.1", ...seen }: Seen, settings: Record<string, string>) =>
    observeProxy({ forwarded: undefined, peer, ...seen }, { env: readEnv(settings), log: { warn } });
  const found = () => observedSetup().map(({ setting, message }) => `${setting}: ${message}`);
  const PROXIED = { TRUST_PROXY_HOPS: "1" };

  test("is reported as absent once a stranger connects without it", () => {
    observe({ peer: "8.8.4.4" }, {});
    expect(found()).toEqual([]);
    observe({ peer: "8.8.4.4" }, PROXIED);
    expect(found()).toEqual([
      expect.stringMatching(/^TRUST_PROXY_HOPS: .*without a proxy's X-Forwarded-For/),
    ]);
  });

  test("is reported as absent once many requests of this network come without it", () => {
    for (let request = 0; request < 19; request++) observe({}, PROXIED);
    expect(found()).toEqual([]);
    observe({}, PROXIED);
    expect(found()).toHaveLength(1);
  });

  test("is not reported as absent where it forwards other requests", () => {
    observe({ forwarded: "8.8.8.8" }, PROXIED);
    for (let request = 0; request < 40; request++) observe({}, PROXIED);
    expect(found()).toEqual([]);
  });

  test.each([[["vesting.example"]], [["127.0.0.1:3000", "vesting.example"]]])(
    "is reported without ALLOWED_HOSTS where it forwards for %j",
    (hosts) => {
      observe({ forwarded: "8.8.8.8", hosts }, PROXIED);
      expect(found()).toEqual([expect.stringMatching(/^ALLOWED_HOSTS: .*ALLOWED_HOSTS is empty/)]);
      resetObserved();
      observe({ forwarded: "8.8.8.8", hosts }, { ...PROXIED, ALLOWED_HOSTS: "other.example" });
      observe({ forwarded: "8.8.8.8", hosts: ["localhost:3000"] }, PROXIED);
      expect(found()).toEqual([]);
    },
  );
});
