import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import bs58 from "bs58";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CLIENT_CALLS } from "@/app/api/client-calls";
import recorded from "@/app/api/examples.json";
import { LONG } from "@/ledger/tests/support/long";
import { ApiClient } from "@/lib/client/api-client";
import { signedHeader } from "@/lib/client/wallet-session";
import { nonceView } from "@/lib/contract/nonce";
import type { RecordedCall } from "@/lib/contract/openapi/examples";
import { bodyText, buildTarget, codeSamples } from "@/lib/contract/openapi/samples";
import { checkDocumented } from "@/tests/support/documented";
import { OPERATIONS as ALL_OPERATIONS, type Operation } from "@/tests/support/routes";
import { CURLRC, runCurl, runTypeScript } from "./run-sample";
import { SAMPLE_CALLS, type SampleCall } from "./sample-calls";
import { getSigner, type SampleService, SECRETS, startSampleService } from "./sample-service";
import { getShape } from "./shape";

/**
 * The document's samples, run as they stand against a running service: in a shell, and as programs on the client package.
 * Compares their responses with the document and its examples. `npm run api:examples` runs this to
 * record the examples anew.
 */

const EXAMPLES = "app/api/examples.json";
const isRecording = process.env.RECORD_EXAMPLES === "1";
const KNOWN: Readonly<Record<string, RecordedCall>> = recorded.calls;
const fresh: Record<string, RecordedCall> = {};

let service: SampleService;
let folder: string;
let step = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samples-"));
  await writeFile(join(folder, ".curlrc"), CURLRC);
  service = await startSampleService();
}, LONG.timeout);
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** A proof of the call's wallet that is good for this one request. */
async function proofFor({ method, path }: Operation, { request, wallet }: SampleCall): Promise<string> {
  if (!wallet) return "";
  const { baseUrl } = service.world.api;
  const nonce = nonceView.parse(await (await fetch(`${baseUrl}/api/auth/nonce`)).json());
  const body = request.body === undefined ? "" : bodyText(request);
  const header = await signedHeader(getSigner(wallet), nonce, {
    ...{ domain: new URL(baseUrl).host, method, path: buildTarget(path, request) },
    bodySha256: sha256(body),
  });
  return header.replace("Bearer ", "");
}

/** The next call of an operation, with its samples and what they need around them. */
async function nextCall(operation: Operation) {
  const make = SAMPLE_CALLS[operation.name];
  if (!make) throw new Error(`Say in tests/api/documents/sample-calls.ts how ${operation.name} is called.`);
  const made = await make({ service, index: step++ });
  const { contract, method, path } = operation;
  const mediaTypes = [contract.mediaType ?? "application/json"];
  const call = { request: made.request, answer: { status: 0, mediaType: "" } };
  const examples = { calls: {}, refusal: null, clientCalls: CLIENT_CALLS };
  const [curl, script] = codeSamples({ method, path, auth: contract.auth, mediaTypes }, call, examples);
  if (!curl || !script) throw new Error("There are two samples.");
  const env = {
    ...SECRETS,
    BASE_URL: service.world.api.baseUrl,
    WALLET_PROOF: await proofFor(operation, made),
    WALLET_KEY: made.wallet ? bs58.encode(made.wallet.secretKey) : "",
  };
  return { request: made.request, curl, script, env };
}

/** A stream does not end: tests/api/stream and the client's own tests read it. */
const OPERATIONS = ALL_OPERATIONS.filter(({ contract }) => contract.mediaType !== "text/event-stream");

const isJson = (mediaType: string) => /^application\/json(?:;|$)/.test(mediaType);

describe.each(OPERATIONS.map((operation) => [operation.name, operation] as const))(
  "%s",
  (name, operation) => {
    test("runs its samples, with the responses that the document describes", async () => {
      const first = await nextCall(operation);
      const answer = await runCurl(first.curl.source, { env: first.env, folder });
      checkDocumented(operation.contract, answer);
      const second = await nextCall(operation);
      const given = await runTypeScript(second.script.source, second.env);

      const body = isJson(answer.mediaType) ? JSON.parse(answer.text) : undefined;
      if (body !== undefined) expect(getShape(given)).toEqual(getShape(body));
      const isShown = name !== "GET /api/openapi.json";
      const text = answer.mediaType.startsWith("image/") || !isShown ? undefined : firstLines(answer.text);
      const mediaType = answer.mediaType.replace(/; ?charset=utf-8$/, "");
      fresh[name] = {
        request: first.request,
        answer: {
          ...{ status: answer.status, mediaType },
          ...(isShown && (body ?? text) !== undefined && { body: body ?? text }),
        },
      };
      if (isRecording) return;
      expect(KNOWN[name]?.answer.status).toBe(answer.status);
      expect(getShape(KNOWN[name])).toEqual(getShape(fresh[name]));
    });

    test.skipIf(isRecording)("its example is what the document says", () => {
      const { answer } = KNOWN[name] ?? {};
      if (!answer || answer.body === undefined) return;
      const text = isJson(answer.mediaType) ? JSON.stringify(answer.body) : String(answer.body);
      checkDocumented(operation.contract, { ...answer, text });
    });
  },
);

/** Returns the first lines of a stream that never ends. */
const firstLines = (text: string) => text.split("\n").slice(0, 12).join("\n");

test.skipIf(isRecording)("an example and a sample for each operation, and none for others", () => {
  const names = OPERATIONS.map(({ name }) => name).toSorted();
  expect(Object.keys(KNOWN).toSorted()).toEqual(names);
  expect(Object.keys(SAMPLE_CALLS).toSorted()).toEqual(names);
  expect(names).toEqual(expect.arrayContaining(Object.keys(CLIENT_CALLS)));
});

test("every call that the client package has is shown in a sample", () => {
  const calls = Object.values(CLIENT_CALLS).map((call) => /^api\.(\w+)/.exec(call)?.[1]);
  // Variants of a call with other parameters, files, and the stream, which has no recorded response.
  const others = ["options", "with", "proofs", "tryRegistration", "tryRotation", "stream", "csv"];
  const methods = Object.keys(new ApiClient({ baseUrl: "" })).filter((name) => !others.includes(name));
  expect([...new Set(calls)].filter((name) => name !== "uploadCalls").toSorted()).toEqual(methods.toSorted());
});

test("a refusal as it is shown", async () => {
  const response = await fetch(`${service.world.api.baseUrl}/api/campaigns?limit=none&status=lost`);
  const refusal = await response.json();
  if (isRecording) await record(refusal);
  else expect(getShape(recorded.refusal)).toEqual(getShape(refusal));
});

async function record(refusal: unknown): Promise<void> {
  const about =
    "Recorded by npm run api:examples of a service and a ledger that tests start; never edited by hand.";
  const text = JSON.stringify({ about, refusal, calls: fresh }, null, 1);
  // The bytes of proofs, each on a line, would be most of the file.
  await writeFile(
    EXAMPLES,
    `${text.replaceAll(/\[\s+(\d+(?:,\s+\d+)+)\s+\]/g, (_, bytes) => `[${bytes.replaceAll(/\s+/g, "")}]`)}\n`,
  );
}
