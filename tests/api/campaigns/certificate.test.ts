import { beforeEach, describe, expect, test } from "vitest";
import { GET, PUT } from "@/app/api/campaigns/[treeAddress]/certificate/route";
import { POST as register } from "@/app/api/campaigns/route";
import type { CertificateView } from "@/lib/contract/certificate";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { readEnv } from "@/lib/service/env";
import { getCertificate } from "@/tests/support/certificate";
import { openTestDatabase } from "@/tests/support/database";
import { call, createWallet, signIn, startServices } from "@/tests/support/http";
import { getRegistration } from "@/tests/support/registration";

const KEY = "a-key-of-the-operator";
const database = openTestDatabase();
let campaign: { treeAddress: string; merkleRoot: string };

beforeEach(async () => {
  const env = readEnv({ ADMIN_API_KEY: KEY, LOG_LEVEL: "silent", REGISTRATION_CHECK: "lenient" });
  const services = startServices({ db: database.db, env, chain: null });
  const wallet = createWallet();
  const body = await getRegistration(wallet);
  const headers = await signIn(wallet, services);
  expect((await call(register, { path: "/api/campaigns", body, headers })).status).toBe(201);
  campaign = { treeAddress: body.treeAddress, merkleRoot: body.merkleRoot };
});

const path = (treeAddress: string) => `/api/campaigns/${treeAddress}/certificate`;
const get = (treeAddress = campaign.treeAddress) =>
  call(GET, { path: path(treeAddress), params: { treeAddress } });
const put = (
  body: unknown,
  { treeAddress = campaign.treeAddress, headers = { "x-admin-key": KEY } as Record<string, string> } = {},
) => call(PUT, { path: path(treeAddress), method: "PUT", params: { treeAddress }, body, headers });

describe("PUT /api/campaigns/:treeAddress/certificate", () => {
  test("stores a signed and an unsigned certificate, and GET returns the newest", async () => {
    expect(await get()).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
    const first = getCertificate(campaign, { isSigned: false });
    expect(await put(first)).toMatchObject({ status: 200, body: { ok: true } });
    expect((await get()).body).toEqual(first);
    const second = getCertificate({ ...campaign, slot: "101" });
    expect(await put(second)).toMatchObject({ status: 200 });
    expect((await get()).body).toEqual(second);
  });

  test("keeps the certificate of a later slot", async () => {
    await put(getCertificate({ ...campaign, slot: "101" }));
    expect(await put(getCertificate(campaign))).toMatchObject({
      status: 409,
      body: { error: "A certificate of a later slot is stored." },
    });
  });

  test("refuses a request without the admin key", async () => {
    expect(await put(getCertificate(campaign), { headers: {} })).toMatchObject({ status: 401 });
    expect(await get()).toMatchObject({ status: 404 });
  });

  test.each<[string, (valid: CertificateView) => CertificateView, string]>([
    [
      "a changed amount",
      (valid) => ({ ...valid, certificate: { ...valid.certificate, rest: "1" } }),
      "The certificate's signature is not valid.",
    ],
    [
      "a signature that is not base58",
      (valid) => ({ ...valid, signature: { signer: valid.signature?.signer ?? "", signature: "0" } }),
      "The certificate's signature is not valid.",
    ],
    [
      "another root",
      () => getCertificate({ ...campaign, merkleRoot: "00".repeat(32) }),
      "The certificate is of other recipients. Make a new one.",
    ],
    [
      "another campaign",
      () => getCertificate({ ...campaign, treeAddress: NATIVE_MINT }),
      "The certificate is of another campaign.",
    ],
    [
      "another program",
      (valid) =>
        getCertificate({ ...campaign, program: { ...valid.certificate.program, address: NATIVE_MINT } }),
      "The certificate is of another program.",
    ],
  ])("returns 409 for a certificate with %s", async (_, change, error) => {
    const answer = await put(change(getCertificate(campaign)));
    expect(answer).toMatchObject({ status: 409, body: { code: "CONFLICT", error } });
  });

  test("returns 404 for an unknown campaign, and 400 for another body", async () => {
    const unknown = createWallet().address;
    expect(await put(getCertificate(campaign), { treeAddress: unknown })).toMatchObject({ status: 404 });
    expect(await put({ format: "another" })).toMatchObject({ status: 400 });
  });
});
