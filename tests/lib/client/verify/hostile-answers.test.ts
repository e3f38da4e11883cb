import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { NetworkReader } from "@/lib/client/verify/network-reader";
import { httpRpc, RpcCallError } from "@/lib/client/verify/rpc-call";
import { verifyCampaign } from "@/lib/client/verify/verify-campaign";
import { verifyClaims } from "@/lib/client/verify/verify-claims";
import { verifyProgress } from "@/lib/client/verify/verify-progress";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";

const rpc = () => Promise.reject(new Error("never called"));
const deep = JSON.parse(`${"[".repeat(5_000)}${"]".repeat(5_000)}`);
const ANSWERS: readonly [string, unknown][] = [
  ["nothing", undefined],
  ["null", null],
  ["a text", "x"],
  ["an empty list", []],
  ["an empty object", {}],
  ["deep lists", deep],
  ["its prototype", JSON.parse('{"__proto__": {"proof": 1}, "a.b": 1}')],
  ["many fields", { claims: Array.from({ length: 150_000 }, () => 0) }],
];

test.each(ANSWERS)("an answer that is %s is reported as malformed", async (_name, answer) => {
  const results = await Promise.all([
    verifyCampaign(answer, { rpc, treeAddress: NATIVE_MINT }),
    verifyClaims(answer, { rpc, treeAddress: NATIVE_MINT }),
    verifyProgress(answer, { rpc, address: NATIVE_MINT }),
  ]);
  for (const result of results)
    expect(result).toMatchObject({ verdict: "false", problem: { code: "MALFORMED_ANSWER" } });
});

test("a node that cannot be reached is reported without its URL, which may contain a password", async () => {
  const call = httpRpc("http://me:secret@127.0.0.1:9");
  const limits = { timeoutMs: 5_000, deadlineMs: 5_000, maxTransactions: 0 };
  const reader = new NetworkReader({ call, programId: NATIVE_MINT, ...limits });
  const failure = await reader.genesis().catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: "UNAVAILABLE", message: "The node cannot be reached." });
});

describe("httpRpc", () => {
  let server: Server | undefined;
  afterEach(() => server?.close());

  /** Starts a node with one body for every call. */
  async function getNode(body: string, status = 200): Promise<string> {
    server = createServer((request, response) => {
      request.resume();
      response.writeHead(status).end(body);
    });
    await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const call = (url: string) => httpRpc(url)("getGenesisHash", [], AbortSignal.timeout(5_000));

  test("returns integers above 2^53 as text", async () => {
    const url = await getNode('{"jsonrpc":"2.0","id":1,"result":{"lamports":18446744073709551615}}');
    expect(await call(url)).toEqual({ lamports: "18446744073709551615" });
  });

  test.each([
    ["MALFORMED", "<html>", 200],
    ["MALFORMED", "[]", 200],
    ["REFUSED", '{"error":{"code":-32000,"message":"no"}}', 200],
    ["UNAVAILABLE", "{}", 429],
    ["TOO_LARGE", "x".repeat(5_000_000), 200],
  ])("reports an unusable response as %s", async (code, body, status) => {
    const failure = await call(await getNode(body, status)).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(RpcCallError);
    expect(failure).toMatchObject({ code });
  });
});
