import { expect, test } from "vitest";
import { readEnv } from "@/lib/service/env";
import { publicOrigin, requireOrigin } from "@/lib/service/http/origin/public-origin";

const APP = { ALLOWED_HOSTS: "app.example.com,other.example.com" };

test.each([
  ["a loopback host with its port", {}, { host: "127.0.0.1:3000" }, "http://127.0.0.1:3000"],
  ["a named host", APP, { host: "Other.example.com" }, "http://other.example.com"],
  [
    "a named host behind HTTPS",
    APP,
    { host: "other.example.com", "x-forwarded-proto": "https, http" },
    "https://other.example.com",
  ],
  ["the named host for a request to loopback", APP, { host: "localhost:9999" }, "https://app.example.com"],
  [
    "a named loopback host of a service that listens on all addresses",
    { HOST: "0.0.0.0", ALLOWED_HOSTS: "localhost:3000" },
    { host: "localhost:3000" },
    "http://localhost:3000",
  ],
  ["a forged host", APP, { host: "evil.example.com" }, "https://app.example.com"],
  ["the same when the settings name no host", {}, { host: "evil.example.com" }, null],
  ["an invalid host", {}, { host: "localhost/@evil.example.com" }, null],
  ["no host at all", {}, {}, null],
  [
    "a forwarded host without a trusted proxy",
    {},
    { host: "localhost", "x-forwarded-host": "evil.example.com" },
    "http://localhost",
  ],
  [
    "a forwarded host that the trusted proxy states",
    { ...APP, TRUST_PROXY_HOPS: "1" },
    { host: "localhost", "x-forwarded-host": "app.example.com", "x-forwarded-proto": "https" },
    "https://app.example.com",
  ],
])("builds links under %s", (_, settings, headers, origin) => {
  const env = readEnv(settings);
  expect(publicOrigin(new Headers(headers), env)).toBe(origin);
  if (origin === null) expect(() => requireOrigin(new Headers(headers), env)).toThrow("ALLOWED_HOSTS");
});
