import { createHash } from "node:crypto";
import type { Keypair } from "@solana/web3.js";
import { post } from "@/docs/actions/examples/act";
import type { RecordedCall } from "@/lib/contract/openapi/examples";
import type { UploadView } from "@/lib/contract/upload";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { type LinkPurpose, linkToken } from "@/lib/service/reminders/link-tokens";
import { createLookupTable } from "@/tests/support/lookup-table";
import { SAMPLE_SLOT } from "@/tests/support/sample-snapshot";
import {
  addConfirmationList,
  addEndpoint,
  addLabels,
  addReminder,
  certificateFor,
  getAddress,
  namedWallet,
  rotated,
  type SampleService,
  storeCertificate,
  unregistered,
} from "./sample-service";

/** A call to be made, and the wallet that proves itself for it. */
export type SampleCall = { request: RecordedCall["request"]; wallet?: Keypair };

/** `turn` differs from call to call. */
type RequestedHost = { service: SampleService; index: number };

type Request = Partial<RecordedCall["request"]>;
const call = (request: Request = {}, wallet?: Keypair): SampleCall => ({
  request: { params: {}, query: {}, ...request },
  ...(wallet && { wallet }),
});

const CSV = `beneficiary,amount,releaseType,startTime,cliffTime,endTime
%,1500.25,linear,2027-01-01,2027-07-01,2029-01-01
`;

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

const onTree = ({ service: { treeAddress } }: RequestedHost, query: Record<string, string> = {}) =>
  call({ params: { treeAddress }, query });
const about =
  (wallet: (service: SampleService) => Keypair, query: Record<string, string> = {}) =>
  ({ service }: RequestedHost) =>
    call({ params: { address: getAddress(wallet(service)) }, query });
const onMint = ({ service }: RequestedHost) => call({ params: { mint: service.cast.mint } });
const creator = ({ cast }: SampleService) => cast.creator;
const beneficiary = ({ cast }: SampleService) => cast.beneficiary;

/** A transaction that the service builds, tried out on the ledger. */
const action =
  (getTarget: (service: SampleService) => { treeAddress: string; wallet: Keypair }, params = {}) =>
  ({ service }: RequestedHost) => {
    const { treeAddress, wallet } = getTarget(service);
    return call({ params: { treeAddress, ...params }, query: { simulate: "true" }, body: {} }, wallet);
  };

const ofCast = ({ treeAddress, cast }: SampleService) => ({ treeAddress, wallet: cast.creator });

/** Leaves as the one part of an upload. */
function getPart({ service, index }: RequestedHost) {
  const leaf = {
    ...{ leafIndex: 0, beneficiary: getAddress(service.cast.beneficiary), amount: String(1_000 + index) },
    ...{ releaseType: 0, startTime: "1800000000", cliffTime: "1800000000", endTime: "1800000000" },
    milestoneIdx: 0,
  };
  const part = { leaves: [leaf] };
  const text = JSON.stringify(part);
  return { part, body: { leafCount: 1, parts: [{ sha256: sha256(text), bytes: Buffer.byteLength(text) }] } };
}

/** An upload that was opened, and its part. */
async function openUpload(requested: RequestedHost) {
  const { part, body } = getPart(requested);
  const wallet = requested.service.cast.creator;
  const { uploadId } = await post<UploadView>(requested.service.world.api, "/api/uploads", { body, wallet });
  return { uploadId, part };
}

const onEndpoint =
  (request: Request = {}) =>
  ({ service }: RequestedHost) =>
    call({ params: { endpointId: service.endpointId }, ...request }, service.cast.creator);

const withLinkToken =
  (purpose: LinkPurpose) =>
  async ({ service }: RequestedHost) => {
    const { subscription, secret } = await addReminder(service.world, beneficiary(service));
    return call({ body: { token: linkToken({ id: subscription.id, secret: secret ?? "" }, purpose) } });
  };

/** A call about a list of the service's creator. */
const onList =
  (request: Request = {}, wallet?: (service: SampleService) => Keypair) =>
  async ({ service }: RequestedHost) => {
    const listId = await getConfirmationList(service);
    return call({ ...request, params: { listId, ...request.params } }, wallet?.(service));
  };

const listIds = new WeakMap<SampleService, Promise<string>>();

/** Returns the list of a service, created at the first use, because a wallet can have ten lists only. */
function getConfirmationList(service: SampleService): Promise<string> {
  const known = listIds.get(service) ?? addConfirmationList(service).then(({ list }) => list.id);
  listIds.set(service, known);
  return known;
}

/** The call of each operation that a reader of the document would make. */
export const SAMPLE_CALLS: Readonly<
  Record<string, (requested: RequestedHost) => SampleCall | Promise<SampleCall>>
> = {
  "GET /api/actions/claim/{treeAddress}": onTree,
  "POST /api/actions/claim/{treeAddress}": ({ service }) =>
    call({
      params: { treeAddress: service.treeAddress },
      body: { account: getAddress(service.cast.beneficiary) },
    }),
  "GET /api/actions/claim/{treeAddress}/picture": onTree,
  "GET /api/activity/{address}": about(creator, { limit: "2" }),
  "GET /api/activity/{address}/payments": about(beneficiary, { limit: "2" }),
  "POST /api/admin/sync": () => call({ body: {} }),
  "GET /api/admin/webhooks": () => call(),
  "GET /api/admin/webhooks/endpoints": () => call(),
  "DELETE /api/admin/webhooks/endpoints/{endpointId}": async ({ service }) =>
    call({ params: { endpointId: await addEndpoint(service.world, creator(service)) } }),
  "GET /api/auth/nonce": () => call(),
  "GET /api/beneficiary/{address}/campaigns": about(beneficiary, { limit: "2" }),
  "GET /api/beneficiary/{address}/unlocks.ics": about(beneficiary),
  "GET /api/beneficiary/{address}/vesting-progress": about(beneficiary),
  "GET /api/campaigns": ({ service }) =>
    call({ query: { creator: getAddress(creator(service)), limit: "2" } }),
  "POST /api/campaigns": async ({ service }) => {
    const { wallet, body } = await unregistered(service.world);
    return call({ body }, wallet);
  },
  "POST /api/campaigns/import": ({ service }) =>
    call(
      {
        query: { decimals: "6" },
        body: CSV.replace("%", getAddress(beneficiary(service))),
        mediaType: "text/csv",
      },
      creator(service),
    ),
  "POST /api/campaigns/prepare": ({ service }) =>
    call({
      body: {
        recipients: [
          {
            ...{ beneficiary: getAddress(beneficiary(service)), amount: "1500250000", releaseType: 1 },
            ...{ startTime: "1798761600", cliffTime: "1814400000", endTime: "1861920000" },
          },
          {
            ...{ beneficiary: getAddress(creator(service)), amount: "1000000000", startTime: "1798761600" },
            schedule: { cliffPercent: 25, cliffMonths: 12, durationMonths: 48, steps: "linear" },
          },
        ],
      },
    }),
  "GET /api/campaigns/{treeAddress}": onTree,
  "GET /api/campaigns/{treeAddress}/certificate": async (requested) => {
    await storeCertificate(requested.service);
    return onTree(requested);
  },
  "PUT /api/campaigns/{treeAddress}/certificate": async ({ service }) =>
    call({ params: { treeAddress: service.treeAddress }, body: await certificateFor(service) }),
  "GET /api/campaigns/{treeAddress}/claims": (requested) => onTree(requested, { limit: "2", proof: "true" }),
  "GET /api/campaigns/{treeAddress}/leaves": (requested) => onTree(requested, { limit: "2", proofs: "true" }),
  "PUT /api/campaigns/{treeAddress}/lookup-table": async ({ service }) => {
    const { treeAddress, cast, world } = service;
    const lookupTable = await createLookupTable(world.api.rpcUrl, { ...cast, treeAddress });
    return call({ params: { treeAddress }, body: { lookupTable } });
  },
  "GET /api/campaigns/{treeAddress}/metadata": onTree,
  "PATCH /api/campaigns/{treeAddress}/metadata": ({ service, index }) =>
    call(
      { params: { treeAddress: service.treeAddress }, body: { name: `Team ${2_027 + index}` } },
      creator(service),
    ),
  "GET /api/campaigns/{treeAddress}/payouts": (requested) => onTree(requested, { limit: "2" }),
  "GET /api/campaigns/{treeAddress}/proof": (requested) =>
    onTree(requested, { beneficiary: getAddress(beneficiary(requested.service)) }),
  "GET /api/campaigns/{treeAddress}/root-versions": onTree,
  "POST /api/campaigns/{treeAddress}/root-versions": async ({ service }) => {
    const { wallet, treeAddress, body } = await rotated(service.world);
    return call({ params: { treeAddress }, body }, wallet);
  },
  "POST /api/campaigns/{treeAddress}/cancel": action(ofCast),
  "POST /api/campaigns/{treeAddress}/withdraw-unvested": action(({ cancelled, swept }) => ({
    treeAddress: cancelled,
    wallet: swept.creator,
  })),
  "POST /api/campaigns/{treeAddress}/cancel-stream": action(({ stream, streamer }) => ({
    treeAddress: stream,
    wallet: streamer.creator,
  })),
  "POST /api/campaigns/{treeAddress}/milestones/{idx}": action(ofCast, { idx: "1" }),
  "POST /api/campaigns/{treeAddress}/instant-refund": action(({ unstarted, early }) => ({
    treeAddress: unstarted,
    wallet: early.creator,
  })),
  "GET /api/campaigns/{treeAddress}/sponsor": (requested) =>
    onTree(requested, { account: getAddress(beneficiary(requested.service)) }),
  "GET /api/campaigns/{treeAddress}/statement": (requested) =>
    onTree(requested, { limit: "2", withheldPercent: "22.5" }),
  "GET /api/campaigns/{treeAddress}/timeline": onTree,
  "POST /api/claims/sync": ({ service: { signature } }) => call({ body: { signature } }),
  "GET /api/creator/{address}/dashboard": about(creator),
  "GET /api/creator/{address}/desk": about(creator),
  "GET /api/creator/{address}/unlocks": about(creator),
  "GET /api/cron/sync": () => call(),
  "POST /api/events/sync": ({ service: { signature } }) => call({ body: { signatures: [signature] } }),
  "GET /api/health": () => call(),
  "GET /api/health/live": () => call(),
  "GET /api/health/ready": () => call(),
  "GET /api/metrics": () => call(),
  "GET /api/openapi.json": () => call(),
  "GET /api/mints/{mint}/supply": onMint,
  "GET /api/mints/{mint}/supply/locked": onMint,
  "GET /api/names": () => call({ query: { addresses: getAddress(namedWallet) } }),
  "POST /api/names/resolve": () => call({ body: { names: ["alice.sol", "nobody.sol"] } }),
  "GET /api/prices": ({ service }) => call({ query: { mints: `${service.cast.mint},${NATIVE_MINT}` } }),
  "POST /api/registrations": async ({ service }) => {
    const { body } = await unregistered(service.world);
    const { treeAddress, leaves } = body;
    return call({ body: { treeAddress, leaves } });
  },
  "GET /api/roots/{merkleRoot}/proofs/{beneficiary}": async ({ service }) => {
    const { merkleRoot } = await service.world.detail(service.treeAddress);
    return call({ params: { merkleRoot, beneficiary: getAddress(beneficiary(service)) } });
  },
  "GET /api/schedule-templates": () => call(),
  "POST /api/simulate-vesting": () =>
    call({
      body: {
        ...{ amount: "1000000000", releaseType: 1, points: 4, at: 1_830_000_000 },
        ...{ startTime: 1_798_761_600, cliffTime: 1_814_400_000, endTime: 1_861_920_000 },
      },
    }),
  "GET /api/snapshots": () => call(),
  "GET /api/snapshots/{slot}/manifest.json": () => call({ params: { slot: SAMPLE_SLOT } }),
  "GET /api/snapshots/{slot}/files/{sha256}": ({ service }) =>
    call({ params: { slot: SAMPLE_SLOT, sha256: service.snapshotFile } }),
  "GET /api/tokens/{mint}/logo": onMint,
  "POST /api/uploads": (requested) => call({ body: getPart(requested).body }, creator(requested.service)),
  "GET /api/uploads/{uploadId}": async (requested) =>
    call({ params: { uploadId: (await openUpload(requested)).uploadId } }),
  "PUT /api/uploads/{uploadId}/parts/{part}": async (requested) => {
    const { uploadId, part } = await openUpload(requested);
    return call({ params: { uploadId, part: "0" }, body: part });
  },
  "GET /api/confirmations": async ({ service }) => {
    await getConfirmationList(service);
    return call({}, creator(service));
  },
  "POST /api/confirmations": ({ service }) =>
    call(
      {
        body: {
          name: "Team tokens",
          recipients: [{ wallet: getAddress(beneficiary(service)) }, { reference: "Employee 12" }],
        },
      },
      creator(service),
    ),
  "GET /api/confirmations/{listId}": onList(),
  "DELETE /api/confirmations/{listId}": async ({ service }) => {
    const { list } = await addConfirmationList(service);
    return call({ params: { listId: list.id } }, creator(service));
  },
  "POST /api/confirmations/{listId}/confirm": onList({ body: {} }, beneficiary),
  "GET /api/confirmations/{listId}/recipients": onList({ query: { limit: "2" } }, creator),
  "POST /api/confirmations/{listId}/recipients/{row}/invite": onList({ params: { row: "2" } }, creator),
  "GET /api/reminders": ({ service }) => call({}, creator(service)),
  "POST /api/reminders": ({ service }) =>
    call(
      {
        body: {
          channel: "webhook",
          target: "https://receiver.example/reminders",
          kinds: ["unlock.due", "cliff.reached"],
          leads: [604800, 86400],
        },
      },
      creator(service),
    ),
  "DELETE /api/reminders/{subscriptionId}": async ({ service }) => {
    const { subscription } = await addReminder(service.world, creator(service));
    return call({ params: { subscriptionId: subscription.id } }, creator(service));
  },
  "POST /api/reminders/confirm": withLinkToken("confirm"),
  "POST /api/reminders/unsubscribe": withLinkToken("unsubscribe"),
  "GET /api/labels": async ({ service }) => {
    await addLabels(service.world, creator(service), [beneficiary(service), creator(service)]);
    return call({ query: { limit: "2" } }, creator(service));
  },
  "PUT /api/labels": ({ service }) =>
    call(
      {
        body: {
          labels: [
            { recipient: getAddress(beneficiary(service)), category: "team", note: "Engineer since 2025" },
            { recipient: getAddress(creator(service)), category: "investor" },
          ],
        },
      },
      creator(service),
    ),
  "DELETE /api/labels": async ({ service }) => {
    await addLabels(service.world, creator(service), [beneficiary(service), creator(service)]);
    return call({}, creator(service));
  },
  "GET /api/waitlist": () => call(),
  "POST /api/waitlist": ({ index }) => call({ body: { email: `ann${index}@example.com` } }),
  "GET /api/webhooks": ({ service }) => call({}, creator(service)),
  "POST /api/webhooks": ({ service }) =>
    call(
      {
        body: {
          url: "https://receiver.example/hooks",
          campaigns: [service.treeAddress],
          types: ["claimed", "cancelled"],
        },
      },
      creator(service),
    ),
  "PATCH /api/webhooks/{endpointId}": onEndpoint({ body: { types: ["claimed"] } }),
  "DELETE /api/webhooks/{endpointId}": async ({ service }) =>
    call({ params: { endpointId: await addEndpoint(service.world, creator(service)) } }, creator(service)),
  "GET /api/webhooks/{endpointId}/deliveries": onEndpoint({ query: { limit: "2" } }),
  "POST /api/webhooks/{endpointId}/replay": onEndpoint({ body: { fromBlockTime: "1700000000" } }),
  "POST /api/webhooks/{endpointId}/secret": onEndpoint(),
  "POST /api/webhooks/{endpointId}/test": onEndpoint(),
};
