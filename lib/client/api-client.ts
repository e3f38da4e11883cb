import type { z } from "zod";
import type { Leaf } from "@/lib/core/vesting/leaf";
import { campaignDetail, campaignsPage, correctedView } from "@/lib/core/views/campaign";
import type { CampaignSort, SortOrder } from "@/lib/core/views/campaign-list";
import { deskView, unlocksView } from "@/lib/core/views/desk/view";
import { activityPage, claimsPage, type EventType, timelinePage } from "@/lib/core/views/event";
import { allProofsView, leavesPage, payoutsPage, proofView, rootProofsView } from "@/lib/core/views/leaf";
import {
  builtTransaction,
  importedView,
  preparedView,
  registeredView,
  registrationTrialView,
  rotatedView,
  rotationTrialView,
  syncedView,
} from "@/lib/core/views/operations";
import { beneficiaryCampaigns, vestingProgress } from "@/lib/core/views/portfolio/beneficiary";
import { uploadedPartView, uploadView } from "@/lib/core/views/upload";
import {
  webhookChangedView,
  webhookDeletedView,
  webhookDeliveriesPage,
  webhookReplayView,
  webhookSecretView,
  webhooksView,
  webhookTestView,
} from "@/lib/core/views/webhook";
import { toApiClientError } from "./api-error";
import { isLong, sendInParts, sha256Hex, type UploadCalls, type UploadRun } from "./uploads";
import { nonceView, type RequestSigner, signedHeader } from "./wallet-session";

type QueryValue = string | number | boolean | readonly string[] | null | undefined;
type Query = Record<string, QueryValue>;
type Paging = { page?: number; limit?: number; cursor?: string | null };

/** How long a part may be on its way on the slowest line that the service waits for, before it is sent again. */
const PART_MS = 180_000;

export type ApiClientOptions = {
  /** Where the service is, without a trailing slash; "" in a page that the service served. */
  baseUrl: string;
  fetch?: typeof fetch;
};

type RequestOptions<S extends z.ZodType> = {
  answer: S;
  query?: Query;
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  json?: unknown;
  body?: BodyInit;
  contentType?: string;
  contentEncoding?: string;
  signer?: RequestSigner;
  signal?: AbortSignal;
};

/** A leaf as request bodies have it, without a proof: the service builds the tree again. Source: spec 4.7. */
export const leafBody = (leaf: Leaf) => ({
  ...leaf,
  amount: leaf.amount.toString(),
  startTime: leaf.startTime.toString(),
  cliffTime: leaf.cliffTime.toString(),
  endTime: leaf.endTime.toString(),
});

/** Leaves that are packed as request bodies have them, made as they are sent. */
export const leafBodies = (leaves: {
  readonly length: number;
  slice(from?: number, to?: number): Leaf[];
}) => {
  const slice = (from?: number, to?: number) => leaves.slice(from, to).map(leafBody);
  return { length: leaves.length, slice, toJSON: () => slice() };
};

/** Actions whose transaction the service builds; milestones name their index. */
export type Action =
  | "cancel"
  | "withdraw-unvested"
  | "cancel-stream"
  | "instant-refund"
  | `milestones/${number}`;

type CampaignsQuery = {
  creator?: string;
  mint?: string;
  status?: string;
  name?: string;
  sort?: CampaignSort;
  order?: SortOrder;
};

/**
 * The service's API with typed, checked answers. Failures throw ApiClientError; methods that take a signer run the
 * wallet flow (nonce, signature) by themselves.
 */
export class ApiClient {
  constructor(private readonly options: ApiClientOptions) {}

  campaigns = (query: Paging & CampaignsQuery = {}) =>
    this.request("/api/campaigns", { answer: campaignsPage, query });

  campaign = (treeAddress: string) =>
    this.request(`/api/campaigns/${treeAddress}`, { answer: campaignDetail });

  /** Corrects what a campaign's creator says of it: null takes a text away, what is not named stays. */
  correctMetadata = (
    treeAddress: string,
    json: { name?: string | null; description?: string | null; logoUri?: string | null },
    signer: RequestSigner,
  ) =>
    this.request(`/api/campaigns/${treeAddress}/metadata`, {
      answer: correctedView,
      method: "PATCH",
      json,
      signer,
    });

  leaves = (treeAddress: string, query: Paging & { rootVersion?: number; proofs?: boolean } = {}) =>
    this.request(`/api/campaigns/${treeAddress}/leaves`, { answer: leavesPage, query });

  proof = (treeAddress: string, query: { beneficiary: string; leafIndex?: number }) =>
    this.request(`/api/campaigns/${treeAddress}/proof`, { answer: proofView, query });

  proofs = (treeAddress: string, beneficiary: string) =>
    this.request(`/api/campaigns/${treeAddress}/proof`, {
      answer: allProofsView,
      query: { beneficiary, all: true },
    });

  /** What a root gives a beneficiary; never changes, so caches on the way may answer. */
  proofsOfRoot = (merkleRoot: string, beneficiary: string) =>
    this.request(`/api/roots/${merkleRoot}/proofs/${beneficiary}`, { answer: rootProofsView });

  claims = (treeAddress: string, query: Paging & { beneficiary?: string; fromSlot?: string } = {}) =>
    this.request(`/api/campaigns/${treeAddress}/claims`, { answer: claimsPage, query });

  payouts = (treeAddress: string, query: { limit?: number; cursor?: string | null } = {}) =>
    this.request(`/api/campaigns/${treeAddress}/payouts`, { answer: payoutsPage, query });

  timeline = (treeAddress: string, query: Paging & { type?: readonly EventType[] } = {}) =>
    this.request(`/api/campaigns/${treeAddress}/timeline`, { answer: timelinePage, query });

  beneficiaryCampaigns = (address: string, query: Paging = {}) =>
    this.request(`/api/beneficiary/${address}/campaigns`, { answer: beneficiaryCampaigns, query });

  vestingProgress = (address: string) =>
    this.request(`/api/beneficiary/${address}/vesting-progress`, { answer: vestingProgress });

  /** What waits for a creator, and the sums of their campaigns. */
  desk = (address: string) => this.request(`/api/creator/${address}/desk`, { answer: deskView });

  /** What a creator's campaigns unlock in each coming month, for all recipients. */
  unlocksByMonth = (address: string) =>
    this.request(`/api/creator/${address}/unlocks`, { answer: unlocksView });

  activity = (address: string, query: Paging = {}) =>
    this.request(`/api/activity/${address}`, { answer: activityPage, query });

  prepare = (json: unknown) =>
    this.request("/api/campaigns/prepare", { answer: preparedView, method: "POST", json });

  importRecipients = (csv: BodyInit, signer: RequestSigner, query: Query = {}) =>
    this.request("/api/campaigns/import", {
      answer: importedView,
      method: "POST",
      body: csv,
      contentType: "text/csv",
      signer,
      query,
    });

  /** Registers a campaign; more than 10,000 leaves are uploaded in parts first, which the wallet signs for once more. */
  register = (json: unknown, signer: RequestSigner, run?: UploadRun) =>
    this.postLeaves("/api/campaigns", { answer: registeredView, json, signer }, run);

  /** The answer that `register` would get, before the campaign is on the ledger; nothing is stored but an upload. */
  tryRegistration = (json: unknown, signer: RequestSigner, run?: UploadRun) =>
    this.postLeaves(
      "/api/campaigns",
      { answer: registrationTrialView, query: { dryRun: true }, json, signer },
      run,
    );

  /** Records a rotation; its leaves go as those of `register` do. */
  rotate = (treeAddress: string, json: unknown, signer: RequestSigner, run?: UploadRun) =>
    this.postLeaves(
      `/api/campaigns/${treeAddress}/root-versions`,
      { answer: rotatedView, json, signer },
      run,
    );

  /** The answer that `rotate` would get, before update_root; nothing is stored but an upload. */
  tryRotation = (treeAddress: string, json: unknown, signer: RequestSigner, run?: UploadRun) =>
    this.postLeaves(
      `/api/campaigns/${treeAddress}/root-versions`,
      { answer: rotationTrialView, query: { dryRun: true }, json, signer },
      run,
    );

  buildAction = (
    treeAddress: string,
    {
      action,
      signer,
      json,
      simulate,
    }: { action: Action; signer: RequestSigner; json?: unknown; simulate?: boolean },
  ) =>
    this.request(`/api/campaigns/${treeAddress}/${action}`, {
      answer: builtTransaction,
      method: "POST",
      json: json ?? {},
      signer,
      query: { simulate },
    });

  syncEvents = (signatures: readonly string[]) =>
    this.request("/api/events/sync", { answer: syncedView, method: "POST", json: { signatures } });

  webhooks = (signer: RequestSigner) => this.request("/api/webhooks", { answer: webhooksView, signer });

  createWebhook = (json: unknown, signer: RequestSigner) =>
    this.request("/api/webhooks", { answer: webhookSecretView, method: "POST", json, signer });

  changeWebhook = (endpointId: string, json: unknown, signer: RequestSigner) =>
    this.request(`/api/webhooks/${endpointId}`, {
      answer: webhookChangedView,
      method: "PATCH",
      json,
      signer,
    });

  deleteWebhook = (endpointId: string, signer: RequestSigner) =>
    this.request(`/api/webhooks/${endpointId}`, { answer: webhookDeletedView, method: "DELETE", signer });

  rotateWebhookSecret = (endpointId: string, signer: RequestSigner) =>
    this.request(`/api/webhooks/${endpointId}/secret`, { answer: webhookSecretView, method: "POST", signer });

  testWebhook = (endpointId: string, signer: RequestSigner) =>
    this.request(`/api/webhooks/${endpointId}/test`, { answer: webhookTestView, method: "POST", signer });

  webhookDeliveries = (
    endpointId: string,
    query: { limit?: number; cursor?: string | null },
    signer: RequestSigner,
  ) =>
    this.request(`/api/webhooks/${endpointId}/deliveries`, { answer: webhookDeliveriesPage, query, signer });

  replayWebhook = (endpointId: string, json: unknown, signer: RequestSigner) =>
    this.request(`/api/webhooks/${endpointId}/replay`, {
      answer: webhookReplayView,
      method: "POST",
      json,
      signer,
    });

  /** Posts a body that holds leaves, or where they are too many, names an upload that does. */
  private postLeaves<S extends z.ZodType>(
    path: string,
    options: RequestOptions<S> & { signer: RequestSigner },
    run: UploadRun = {},
  ): Promise<z.output<S>> {
    const { json, signer } = options;
    const send = (body: unknown) => this.request(path, { ...options, method: "POST", json: body });
    if (!isLong(json)) return send(json);
    return sendInParts(json, { wallet: signer.address, calls: this.uploadCalls(signer), run, send });
  }

  /** What `sendInParts` is to call as this wallet. */
  uploadCalls(signer: RequestSigner): UploadCalls {
    return {
      find: (uploadId) => this.request(`/api/uploads/${uploadId}`, { answer: uploadView }),
      open: (json) => this.request("/api/uploads", { answer: uploadView, method: "POST", json, signer }),
      put: ({ uploadId, part, body, isGzip }) =>
        this.request(`/api/uploads/${uploadId}/parts/${part}`, {
          answer: uploadedPartView,
          method: "PUT",
          body,
          contentType: "application/json",
          ...(isGzip && { contentEncoding: "gzip" }),
          signal: AbortSignal.timeout(PART_MS),
        }),
    };
  }

  /** The service's, as a wallet's owner would know it. */
  private get host(): string {
    return new URL(this.options.baseUrl || globalThis.location.href).host;
  }

  /** Sends one request and checks its answer. For the endpoints that have a method above, use that. */
  async request<S extends z.ZodType>(path: string, options: RequestOptions<S>): Promise<z.output<S>> {
    const { method = "GET", signer } = options;
    const headers = new Headers({ accept: "application/json" });
    if (options.json !== undefined) headers.set("content-type", "application/json");
    else if (options.contentType) headers.set("content-type", options.contentType);
    if (options.contentEncoding) headers.set("content-encoding", options.contentEncoding);
    const target = `${path}${queryText(options.query)}`;
    let body = options.json === undefined ? options.body : JSON.stringify(options.json);
    if (signer) {
      // A form's type names the boundary that its bytes were made with.
      const encoded = new Response(body);
      const type = encoded.headers.get("content-type");
      if (type && !headers.has("content-type")) headers.set("content-type", type);
      const bytes = await encoded.arrayBuffer();
      if (body !== undefined) body = bytes;
      const request = {
        domain: this.host,
        method,
        path: target,
        bodySha256: await sha256Hex(new Uint8Array(bytes)),
      };
      const nonce = await this.request("/api/auth/nonce", { answer: nonceView });
      headers.set("authorization", await signedHeader(signer, nonce, request));
    }
    const send = this.options.fetch ?? fetch;
    const response = await send(`${this.options.baseUrl}${target}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      ...(options.signal && { signal: options.signal }),
    });
    if (!response.ok) throw await toApiClientError(response);
    return options.answer.parse(await response.json());
  }
}

function queryText(query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    for (const item of Array.isArray(value) ? value : [value]) search.append(name, String(item));
  }
  return search.size === 0 ? "" : `?${search}`;
}
