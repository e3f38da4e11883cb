import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { POST as importCsv } from "@/app/api/campaigns/import/route";
import { POST as prepare } from "@/app/api/campaigns/prepare/route";
import { LONG } from "@/ledger/tests/support/long";
import { caseCount } from "@/ledger/tests/support/thorough";
import type { ImportedView, PreparedView } from "@/lib/contract/operations";
import { verifyProof } from "@/lib/core/merkle/verify";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { findAssociatedTokenAddress } from "@/lib/core/solana/tokens/tokens";
import { readEnv } from "@/lib/service/env";
import type { Services } from "@/lib/service/services";
import { call, createWallet, signIn, startServices } from "@/tests/support/http";
import { someRecipients } from "@/tests/support/registration";
import merkle from "@/tests/vectors/merkle.json" with { type: "json" };
import pdas from "@/tests/vectors/pdas.json" with { type: "json" };

let services: Services;
beforeEach(() => {
  services = startServices({ env: readEnv({ LOG_LEVEL: "silent", RATE_LIMIT: "off" }) });
});

const request = <T = PreparedView & { details: { path: string }[] }>(body: unknown) =>
  call<T>(prepare, { path: "/api/campaigns/prepare", body });

describe("preparing a tree", () => {
  test.each(merkle.trees.map((tree) => [tree.leafCount, tree] as const))(
    "returns the known root and proofs of %i leaves",
    async (_, tree) => {
      const recipients = tree.leaves.map(({ leafIndex: _, leafHash: __, ...recipient }) => recipient);
      const { status, body } = await request({ recipients });
      if (BigInt(tree.totalAmount) >= 2n ** 64n) return expect(status).toBe(400);
      expect(body).toMatchObject({
        merkleRoot: tree.merkleRoot,
        leafCount: tree.leafCount,
        treeAddress: null,
      });
      expect(body).toMatchObject({ totalSupply: tree.totalAmount, minCliffTime: tree.minCliffTime });
      for (const { leafIndex, proof } of tree.proofs) {
        const hex = body.leaves[leafIndex]?.proof?.map((hash) => Buffer.from(hash).toString("hex"));
        expect(hex).toEqual(proof);
      }
    },
  );

  test("returns the tree's address when creator, mint and id are given", async () => {
    for (const { creator, mint, campaignId, treeAddress } of pdas) {
      const { body } = await request({
        recipients: someRecipients(1),
        creator,
        mint,
        campaignId,
        proofs: false,
      });
      expect(body.treeAddress).toBe(treeAddress);
      expect(body.leaves[0]).not.toHaveProperty("proof");
    }
  });

  test("returns proofs that lead to the root for any recipients", LONG, async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 70 }), async (count) => {
        const recipients = someRecipients(count);
        const { body } = await request({ recipients });
        const at = count - 1;
        const [recipient, proof] = [recipients[at], Uint8Array.from((body.leaves[at]?.proof ?? []).flat())];
        if (!recipient) throw new Error("no recipient");
        const leaf = { ...recipient, leafIndex: at };
        expect(await verifyProof({ leaf, proof, root: body.merkleRoot, leafCount: count })).toBe(true);
      }),
      { numRuns: caseCount(20) },
    );
  });

  const [one] = someRecipients(1);
  const milestone = { ...one, releaseType: 2, milestoneIdx: 7 };
  test.each<[string, object, string]>([
    ["an empty list", { recipients: [] }, "recipients"],
    ["a broken schedule", { recipients: [one, { ...one, cliffTime: "1" }] }, "recipients.1.cliffTime"],
    ["a zero amount", { recipients: [{ ...one, amount: "0" }] }, "recipients.0.amount"],
    [
      "a sum beyond u64",
      { recipients: [one, { ...one, amount: (2n ** 64n - 1n).toString() }] },
      "recipients.1.amount",
    ],
    ["a milestone twice", { recipients: [milestone, milestone] }, "recipients.1.milestoneIdx"],
    ["nine timed leaves of one", { recipients: Array(9).fill(one) }, "recipients.8.beneficiary"],
    ["cancellable without authority", { recipients: [one], cancellable: true }, "cancelAuthority"],
    ["a malformed recipient", { recipients: ["x"] }, "recipients.0"],
    [
      "a system variable as recipient",
      { recipients: [one, { ...one, beneficiary: "SysvarC1ock11111111111111111111111111111111" }] },
      "recipients.1.beneficiary",
    ],
    ["the mint as recipient", { recipients: [one], mint: one?.beneficiary }, "recipients.0.beneficiary"],
  ])("refuses %s with the row named", async (_, body, path) => {
    const answer = await request(body);
    expect(answer.status).toBe(400);
    expect(answer.body.details.map((detail) => detail.path)).toContain(path);
  });
});

test("warns about a recipient without a key, such as a vault", async () => {
  const [one] = someRecipients(1);
  const vault = findAssociatedTokenAddress({ owner: `${one?.beneficiary}`, mint: NATIVE_MINT }).address;
  const { status, body } = await request({ recipients: [one, { ...one, beneficiary: vault }] });
  expect([status, body.warnings]).toEqual([
    200,
    [
      expect.stringContaining("1 recipient address has no private key (first at 1)"),
      expect.stringContaining("were not checked"),
    ],
  ]);
});

describe("importing a recipients file", () => {
  const csv = readFileSync("examples/recipients-messy.csv");
  const send = async (body: unknown, headers: Record<string, string>, query: Record<string, string> = {}) =>
    call<ImportedView & { details: object[] }>(importCsv, {
      path: "/api/campaigns/import",
      body,
      query,
      headers: { ...headers, ...(await signIn(createWallet(), services)) },
    });

  test("reads a text/csv body, a gzipped one and a multipart field alike", async () => {
    const query = { decimals: "6", decimalMark: "point" };
    const plain = await send(csv, { "content-type": "text/csv" }, query);
    expect(plain).toMatchObject({ status: 200, body: { totalRows: 10, validRows: 3 } });
    expect(plain.body.recipients[0]).toMatchObject({ row: 2, amount: "1500250000", releaseType: 1 });
    expect(plain.body.errors).toHaveLength(8);
    const zipped = await send(
      gzipSync(csv),
      { "content-type": "text/csv", "content-encoding": "gzip" },
      query,
    );
    expect(zipped.body).toEqual(plain.body);
    const form = new FormData();
    form.append("note", "not the file");
    form.append("file", new Blob([csv], { type: "text/csv" }), "recipients.csv");
    expect((await send(form, {}, query)).body).toEqual(plain.body);
  });

  test("warns about amounts that look like base units", async () => {
    const text = `beneficiary,amount\n${someRecipients(1)[0]?.beneficiary},5000000000000\n`;
    const query = { decimals: "6", releaseType: "cliff", cliffTime: "2027-01-01" };
    const { status, body } = await send(text, { "content-type": "text/csv" }, query);
    expect([status, body.warnings]).toEqual([
      200,
      [expect.stringContaining("as base units 5000000"), expect.stringContaining("were not checked")],
    ]);
  });

  test("applies the stated formats of amounts and dates, and refuses impossible ones", async () => {
    const text = `beneficiary;amount;releaseType;startTime;cliffTime;endTime\n${someRecipients(1)[0]?.beneficiary};1,234;linear;7/1/2027;7/1/2027;7/1/2027`;
    const request = (query: Record<string, string>) =>
      send(text, { "content-type": "text/csv" }, { decimals: "6", ...query });
    expect((await request({})).body.details).toHaveLength(4);
    const reported = await request({ decimalMark: "comma", dateOrder: "day", zone: "Europe/Berlin" });
    expect(reported.body.recipients).toMatchObject([{ amount: "1234000", startTime: "1799276400" }]);
    const wrong: [string, string][] = [
      ["zone", "Mars/Base"],
      ["decimalMark", ","],
      ["dateOrder", "year"],
      ["timeNumbers", "weeks"],
    ];
    for (const [name, value] of wrong)
      expect(await request({ [name]: value })).toMatchObject({ status: 400 });
  });

  test("returns recipients that prepare accepts", async () => {
    const { body } = await send(csv, { "content-type": "text/csv" }, { decimals: "6", decimalMark: "point" });
    expect(await request({ recipients: body.recipients })).toMatchObject({
      status: 200,
      body: { leafCount: 3 },
    });
  });

  test("is refused with the errors when nothing is valid, when no file came, and without a signature", async () => {
    const nothing = await send("beneficiary,amount\nme,1\n", { "content-type": "text/csv" });
    expect(nothing).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
    expect(nothing.body.details.length).toBeGreaterThan(0);
    expect((await send(new FormData(), {})).status).toBe(400);
    expect((await send("--x\r\ncut", { "content-type": "multipart/form-data; boundary=x" })).status).toBe(
      400,
    );
    expect((await send("{}", { "content-type": "application/json" })).status).toBe(415);
    expect((await call(importCsv, { body: csv, headers: { "content-type": "text/csv" } })).status).toBe(401);
  });

  /** Returns a form as a stream of chunks, with its header. */
  async function inChunks(form: FormData): Promise<[ReadableStream<Uint8Array>, Record<string, string>]> {
    const whole = new Response(form);
    const bytes = new Uint8Array(await whole.arrayBuffer());
    let at = 0;
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await new Promise(setImmediate);
        controller.enqueue(bytes.slice(at, at + 16_384));
        at += 16_384;
        if (at >= bytes.length) controller.close();
      },
    });
    return [body, { "content-type": whole.headers.get("content-type") ?? "" }];
  }

  const HEADER = "beneficiary,amount,releaseType,startTime,cliffTime,endTime\n";
  const ROW = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU,1,cliff,1,1,1\n";

  test.each([
    ["a column is missing", HEADER.replace("amount,", "") + ROW.replace("1,", "").repeat(20_000)],
    ["a quote is left open", `${HEADER}"${ROW.repeat(20_000)}`],
    ["there are too many rows", HEADER + ROW.repeat(100_500)],
    ["there is no row", HEADER],
    ["it is empty", ""],
  ])("reads a form as the file alone when %s", LONG, async (_name, text) => {
    const form = new FormData();
    form.append("file", new Blob([text], { type: "text/csv" }), "recipients.csv");
    form.append("file", new Blob([csv], { type: "text/csv" }), "another.csv");
    const alone = await send(text, { "content-type": "text/csv" });
    expect(alone.status).toBe(400);
    const sent = await send(...(await inChunks(form)));
    expect(sent.status).toBe(400);
    expect({ ...sent.body, requestId: null }).toEqual({ ...alone.body, requestId: null });
  });

  test("refuses a file that turns out too long, or not gzip, after many rows", async () => {
    const rows = new TextEncoder().encode(HEADER + ROW.repeat(2_000));
    const type = { "content-type": "text/csv" };
    const endless = () => {
      let sent = 0;
      return new ReadableStream<Uint8Array>({
        async pull(controller) {
          await new Promise(setImmediate);
          controller.enqueue(sent++ === 0 ? rows : new Uint8Array(65_536).fill(0x0a));
        },
      });
    };
    services = startServices({
      env: readEnv({ LOG_LEVEL: "silent", RATE_LIMIT: "off", MAX_BODY_BYTES: "2000000" }),
    });
    expect((await send(endless(), type)).status).toBe(413);
    const cut = gzipSync(rows);
    const answer = await send(cut.subarray(0, cut.length - 20), { ...type, "content-encoding": "gzip" });
    expect(answer.status).toBe(400);
  });

  test.each([
    ["in its head", ""],
    ["before its first row", HEADER],
    ["in its rows", HEADER + ROW.repeat(5_000)],
  ])("returns 400 for a form that is cut off %s", async (_name, text) => {
    for (const name of ["file", "other"]) {
      const head = `--x\r\nContent-Disposition: form-data; name="${name}"; filename="a.csv"\r\n`;
      const body = text === "" ? head : `${head}\r\n${text}`;
      const answer = await send(body, { "content-type": "multipart/form-data; boundary=x" });
      expect(answer).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
    }
  });
});
