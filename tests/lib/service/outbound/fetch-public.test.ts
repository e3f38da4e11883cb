import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createPublicFetch, type PublicFetchError } from "@/lib/service/outbound/fetch-public";
import { isPublicAddress } from "@/lib/service/outbound/public-address";
import { startSecureServer, TEST_CERTIFICATE } from "@/tests/support/secure-server";

const HERE = "127.0.0.1";
const LIMITS = { timeoutMs: 20_000, maxBytes: 1_000 };

let answer: (request: IncomingMessage, response: ServerResponse) => void;
let server: Awaited<ReturnType<typeof startSecureServer>>;
let names: Record<string, string[]>;
let requested: string[];

const resolve = async (name: string) => {
  requested.push(name);
  return names[name] ?? [];
};
/** The service's own function, on an internet where this machine is a public server. */
const fetchPublic = createPublicFetch({
  resolve,
  mayReach: (address) => address === HERE || isPublicAddress(address),
  ca: TEST_CERTIFICATE,
});
const getReason = (work: Promise<unknown>) =>
  work.then(
    () => "answered",
    (error: PublicFetchError) => error.reason,
  );

beforeEach(async () => {
  answer = (_request, response) => response.end("hello");
  server = await startSecureServer((request, response) => answer(request, response));
  names = { "one.test": [HERE], "two.test": [HERE] };
  requested = [];
});
afterEach(() => server.close());

describe("fetchPublic", () => {
  test("returns status, headers, body and final address", async () => {
    answer = (_request, response) => {
      response.writeHead(404, { "content-type": "text/plain" });
      response.end("not here");
    };
    const url = `${server.origin("one.test")}/a?b=c`;
    const { status, headers, body, ...rest } = await fetchPublic(url, LIMITS);
    expect([status, headers["content-type"], body.toString(), rest]).toEqual([
      404,
      "text/plain",
      "not here",
      { url },
    ]);
  });

  test("sends a POST with headers and a body", async () => {
    answer = async (request, response) => {
      let message = "";
      for await (const chunk of request) message += chunk;
      response.end(`${request.method} ${request.headers["webhook-id"]} ${message}`);
    };
    const { body } = await fetchPublic(server.origin("one.test"), {
      ...LIMITS,
      method: "POST",
      headers: { "webhook-id": "7" },
      body: "{}",
    });
    expect(body.toString()).toBe("POST 7 {}");
  });

  test("requests no content encoding", async () => {
    answer = (request, response) => response.end(request.headers["accept-encoding"]);
    expect((await fetchPublic(server.origin("one.test"), LIMITS)).body.toString()).toBe("identity");
  });

  test("reads up to its limit and refuses or truncates the rest, whether its length is declared or not", async () => {
    for (const declared of [true, false]) {
      for (const size of [1_000, 1_001, 5_000_000]) {
        answer = (_request, response) => {
          if (declared) response.setHeader("content-length", size);
          else response.write("");
          response.end("x".repeat(size));
        };
        const url = server.origin("one.test");
        const cut = await fetchPublic(url, { ...LIMITS, whenLonger: "cut" });
        expect(cut.body.length).toBe(1_000);
        expect(await getReason(fetchPublic(url, LIMITS))).toBe(size > 1_000 ? "too long" : "answered");
      }
    }
  });
});

describe("a private address", () => {
  const reasons: [string, () => string, string][] = [
    ["over plain http", () => `http://one.test:${server.port}/`, "forbidden"],
    ["by another protocol", () => "file:///etc/passwd", "forbidden"],
    ["with a user's name", () => `https://user:word@one.test:${server.port}/`, "forbidden"],
    ["to an invalid URL", () => "one.test", "forbidden"],
    ["to a name without an address", () => `https://three.test:${server.port}/`, "unreachable"],
  ];
  test.each(reasons)("%s", async (_what, url, reason) => {
    expect(await getReason(fetchPublic(url(), LIMITS))).toBe(reason);
    expect(server.reached()).toBe(0);
  });

  test.each([
    HERE,
    "2130706433",
    "0x7f000001",
    "017700000001",
    "127.1",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::]",
    "0.0.0.0",
    "one.test",
  ])("connects to no address of this machine written as %s", async (host) => {
    const closed = createPublicFetch({ resolve, ca: TEST_CERTIFICATE });
    expect(await getReason(closed(`https://${host}:${server.port}/`, LIMITS))).toBe("forbidden");
    expect(server.reached()).toBe(0);
  });

  test("connects to no name with one private address among public ones", async () => {
    names["one.test"] = [HERE, "10.0.0.1"];
    expect(await getReason(fetchPublic(server.origin("one.test"), LIMITS))).toBe("forbidden");
    expect(server.reached()).toBe(0);
  });

  test("connects to no name that the machine's own name servers resolve to this machine", async () => {
    const usual = createPublicFetch();
    const reason = await getReason(usual(`https://localhost:${server.port}/`, LIMITS));
    // Without a name server, the name cannot be resolved.
    expect(["forbidden", "unreachable"]).toContain(reason);
    expect(server.reached()).toBe(0);
  });
});

test("resolves a name once, so that the name cannot resolve differently at connection time", async () => {
  const rebinding = createPublicFetch({
    resolve: async (name) => (requested.push(name) === 1 ? [HERE] : ["127.0.0.2"]),
    mayReach: (address) => address === HERE,
    ca: TEST_CERTIFICATE,
  });
  expect((await rebinding(server.origin("one.test"), LIMITS)).status).toBe(200);
  expect(requested).toEqual(["one.test"]);
});

test("tries the next address when the first does not answer", async () => {
  names["one.test"] = ["127.0.0.3", HERE];
  const several = createPublicFetch({ resolve, mayReach: () => true, ca: TEST_CERTIFICATE });
  expect((await several(server.origin("one.test"), LIMITS)).status).toBe(200);
});

test("refuses a certificate of another name or of an unknown issuer", async () => {
  names["three.test"] = [HERE];
  expect(await getReason(fetchPublic(`https://three.test:${server.port}/`, LIMITS))).toBe("unreachable");
  const usual = createPublicFetch({ resolve, mayReach: () => true });
  expect(await getReason(usual(server.origin("one.test"), LIMITS))).toBe("unreachable");
});

describe("a redirect", () => {
  const redirectTo = (location: string, status = 302) => {
    answer = (request, response) => {
      if (request.url !== "/") return void response.end(`arrived ${request.headers["x-key"] ?? "bare"}`);
      response.writeHead(status, { location }).end();
    };
  };
  const follow = (url: string, redirects = 2) =>
    fetchPublic(url, { ...LIMITS, redirects, headers: { "x-key": "secret" } });

  test("is returned unless redirects may be followed", async () => {
    redirectTo("/there");
    const { status, headers } = await fetchPublic(server.origin("one.test"), LIMITS);
    expect([status, headers.location]).toEqual([302, "/there"]);
  });

  test("is followed without the headers that were meant for the first site", async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      redirectTo("/there", status);
      expect((await follow(server.origin("one.test"))).body.toString()).toBe("arrived secret");
    }
    redirectTo(`${server.origin("two.test")}/there`);
    const { body, url } = await follow(server.origin("one.test"));
    expect([body.toString(), url]).toEqual(["arrived bare", `${server.origin("two.test")}/there`]);
  });

  test.each([
    "https://169.254.169.254/latest/meta-data/",
    "http://169.254.169.254/latest/meta-data/",
    "https://[fd00:ec2::254]/",
    "https://inside.test/",
    "file:///etc/passwd",
    "//10.0.0.1/",
  ])("is refused to %s", async (location) => {
    names["inside.test"] = ["10.0.0.7"];
    redirectTo(location);
    expect(await getReason(follow(server.origin("one.test")))).toBe("forbidden");
  });

  test("returns a looping redirect after the maximum number of redirects", async () => {
    redirectTo("/");
    expect((await follow(server.origin("one.test"))).status).toBe(302);
    expect(server.reached()).toBe(3);
  });

  test("returns the redirect of a POST", async () => {
    redirectTo("/there");
    const sent = { ...LIMITS, redirects: 2, method: "POST", body: "x" } as const;
    expect((await fetchPublic(server.origin("one.test"), sent)).status).toBe(302);
  });
});

describe("the timeout", () => {
  const soon = { timeoutMs: 300, maxBytes: 1_000_000 };

  test("limits the resolution of the host name", async () => {
    const stuck = createPublicFetch({ resolve: () => new Promise(() => {}) });
    expect(await getReason(stuck("https://one.test/", soon))).toBe("slow");
  });

  test("limits the arrival of the response", async () => {
    answer = () => {};
    expect(await getReason(fetchPublic(server.origin("one.test"), soon))).toBe("slow");
  });

  test("limits a body that arrives slowly", async () => {
    let dripping = true;
    answer = async (_request, response) => {
      response.on("close", () => {
        dripping = false;
      });
      while (dripping) {
        response.write("x");
        await sleep(20);
      }
    };
    expect(await getReason(fetchPublic(server.origin("one.test"), soon))).toBe("slow");
    await expect.poll(() => dripping).toBe(false);
  });

  test("limits all redirects together", async () => {
    answer = async (_request, response) => {
      await sleep(50);
      response.writeHead(302, { location: "/" }).end();
    };
    expect(await getReason(fetchPublic(server.origin("one.test"), { ...soon, redirects: 1_000 }))).toBe(
      "slow",
    );
  });
});

test("a connection that breaks or speaks another protocol is an error", async () => {
  answer = (_request, response) => {
    response.writeHead(200, { "content-length": 100 });
    response.write("half");
    response.destroy();
  };
  expect(await getReason(fetchPublic(server.origin("one.test"), LIMITS))).toBe("unreachable");
  answer = (request) => {
    request.socket.end("HTTP/1.1 101 Switching Protocols\r\nupgrade: other\r\nconnection: upgrade\r\n\r\n");
  };
  expect(await getReason(fetchPublic(server.origin("one.test"), LIMITS))).toBe("unreachable");
});
