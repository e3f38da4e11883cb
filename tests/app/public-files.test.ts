import { existsSync, readFileSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { GET as securityTxt } from "@/app/.well-known/security.txt/route";
import sitemap from "@/app/sitemap";
import { readEnv } from "@/lib/service/env";
import { findDocument } from "@/lib/service/pages/documents";
import { startServices } from "@/tests/support/http";
import { setRequest } from "@/tests/support/next-headers";

const HOST = "app.example.com";
const start = (settings: Record<string, string>) =>
  startServices({ env: readEnv({ LOG_LEVEL: "silent", ...settings }), now: () => 1_800_000_000n });

beforeEach(() => setRequest({ headers: { host: HOST } }));

describe("GET /.well-known/security.txt", () => {
  test("names each contact, an end of its validity, and this service's addresses", async () => {
    start({
      ALLOWED_HOSTS: HOST,
      SECURITY_CONTACT: "mailto:security@example.com, https://example.com/report",
    });
    const response = await securityTxt();
    expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect((await response.text()).split("\n")).toEqual([
      "Contact: mailto:security@example.com",
      "Contact: https://example.com/report",
      "Expires: 2027-04-15T08:00:00.000Z",
      "Preferred-Languages: en",
      "Canonical: http://app.example.com/.well-known/security.txt",
      "Policy: http://app.example.com/docs/security",
      "",
    ]);
  });

  test("is 404 without a contact", async () => {
    start({});
    expect((await securityTxt()).status).toBe(404);
  });

  test.each(["security@example.com", "http://example.com", "mailto:a@b\nCanonical: x"])(
    "refuses the setting %j",
    (SECURITY_CONTACT) => {
      expect(() => readEnv({ SECURITY_CONTACT })).toThrow("SECURITY_CONTACT must be mailto: or https:");
    },
  );
});

describe("GET /sitemap.xml", () => {
  beforeEach(() => void start({ ALLOWED_HOSTS: HOST }));

  test("lists pages that exist, under the service's own host", async () => {
    const urls = (await sitemap()).map(({ url }) => url);
    expect(urls).toEqual(
      expect.arrayContaining(["http://app.example.com/", "http://app.example.com/docs/errors"]),
    );
    for (const url of urls) expect(url).toMatch(/^http:\/\/app\.example\.com\//);
  });

  test("is empty under a host that the service does not know", async () => {
    start({});
    expect(await sitemap()).toEqual([]);
  });
});

test("every link of llms.txt leads to a page, a route or a file of this service", async () => {
  const links = [...readFileSync("public/llms.txt", "utf8").matchAll(/\]\((\/[^)]*)\)/g)].map(
    ([, link]) => link ?? "",
  );
  expect(links.length).toBeGreaterThan(8);
  for (const link of links) {
    const slug = /^\/docs\/([\w-]+)$/.exec(link)?.[1] ?? "";
    const isThere =
      existsSync(`public${link}`) || existsSync(`app${link}`) || (await findDocument(slug)) !== null;
    expect([link, isThere]).toEqual([link, true]);
  }
});
