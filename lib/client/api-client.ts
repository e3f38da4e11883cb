import { z } from "zod";
import {
  campaignDetail,
  campaignsPage,
  correctedView,
  metadataHistory,
  rootVersionView,
} from "@/lib/contract/campaign";
import { deskView, unlocksView } from "@/lib/contract/desk/view";
import { activityPage, claimsPage, timelinePage } from "@/lib/contract/event";
import { healthView } from "@/lib/contract/health";
import { allProofsView, leavesPage, payoutsPage, proofView, rootProofsView } from "@/lib/contract/leaf";
import {
  builtTransaction,
  importedView,
  preparedView,
  registeredView,
  registrationTrialView,
  rotatedView,
  rotationTrialView,
  syncedView,
} from "@/lib/contract/operations";
import { paymentsPage } from "@/lib/contract/payment";
import { beneficiaryCampaigns, vestingProgress } from "@/lib/contract/portfolio/beneficiary";
import { uploadedPartView, uploadView } from "@/lib/contract/upload";
import {
  webhookChangedView,
  webhookDeliveriesPage,
  webhookReplayView,
  webhookSecretView,
  webhooksView,
  webhookTestView,
} from "@/lib/contract/webhook";
import { doneView } from "@/lib/contract/wire";
import type { EventType } from "@/lib/core/events/event-types";
import type { CampaignSort, SortOrder } from "@/lib/core/lists/campaign-list";
import type {
  PrepareBody,
  RegistrationBody,
  ReplayBody,
  RotationBody,
  WebhookBody,
  WebhookChange,
} from "./bodies";
import { exchange } from "./exchange";
import { type Pause, repeatedly } from "./repeat";
import { isLong, sendInParts, sha256Hex, type UploadCalls, type UploadRun } from "./uploads";
import { nonceView, type RequestSigner, signedHeader } from "./wallet-session";

type QueryValue = string | number | boolean | readonly string[] | null | undefined;
type Query = Record<string, QueryValue>;
type Paging = { page?: number; limit?: number; cursor?: string | null };
/** `creation` reads an earlier campaign of an address that was created again, as `earlierGeneration` names it. */
type Generation = { creation?: string | null };
/** Whether campaigns that the network has not confirmed count; left out, they are listed and in no total. */
type Verification = { unverified?: "include" | "exclude" };

/** How long the slowest line that the service waits for takes a part of an upload; nothing else is larger. */
const TIMEOUT_MS = 180_000;
const ATTEMPTS = 3;

/** What a client may be told for all that it asks. */
export type ClientOptions = {
  fetch?: typeof fetch;
  /** Gives up whatever is under way and whatever is asked after it; failures are then its reason. */
  signal?: AbortSignal;
  /** Milliseconds that one attempt may take: 180,000 unless said otherwise. */
  timeoutMs?: number;
  /** How often what changes nothing is asked at most, while nobody or only 429, 502, 503 or 504 answers: 3 unless said otherwise. */
  attempts?: number;
  /** Waits between attempts. */
  pause?: Pause;
};

export type ApiClientOptions = ClientOptions & {
  /** Where the service is; "" in a page that the service served. */
  baseUrl: string;
};

type RequestOptions<S extends z.ZodType> = {
  answer: S;
  query?: Query;
  /** GET, or POST where there is JSON, unless said otherwise. */
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  json?: unknown;
  body?: BodyInit;
  contentType?: string;
  contentEncoding?: string;
  signer?: RequestSigner;
  /** Whether it may be asked again though it is no GET: it changes nothing, or the same twice. */
  repeatable?: boolean;
  /** Statuses beside the successes that answer the same. */
  answersAt?: readonly number[];
};

const rootVersions = z.array(rootVersionView);

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
 * The service's API with typed, checked answers. Refusals throw ApiClientError, nobody's answer NetworkError, and what no
 * Vesting Index answers UnknownAnswer. What changes nothing is asked again for a while; methods that take a signer run the
 * wallet flow (nonce, signature) by themselves and are sent once, since each time would take a signature.
 */
export class ApiClient {
  private readonly options: ApiClientOptions;

  constructor(options: ApiClientOptions) {
    this.options = { ...options, baseUrl: options.baseUrl.replace(/\/+$/, "") };
  }

  /** The same service, asked otherwise: `api.with({ signal: AbortSignal.timeout(5_000) }).campaign(tree)`. */
  with = (options: ClientOptions): ApiClient => new ApiClient({ ...this.options, ...options });

  /** Whether the service's parts answer, its version, and the ledger that it indexes; "down" is an answer too. */
  health = () => this.request("/api/health", { answer: healthView, answersAt: [503] });

  campaigns = (query: Paging & CampaignsQuery = {}) =>
    this.request("/api/campaigns", { answer: campaignsPage, query });

  campaign = (treeAddress: string, query: Generation = {}) =>
    this.request(`/api/campaigns/${treeAddress}`, { answer: campaignDetail, query });

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

  /** What a campaign's creator said of it before, newest first. */
  corrections = (treeAddress: string, query: Generation & { limit?: number; cursor?: string | null } = {}) =>
    this.request(`/api/campaigns/${treeAddress}/metadata`, { answer: metadataHistory, query });

  /** The roots a campaign has had, newest first. */
  rootVersions = (treeAddress: string, query: Generation & { limit?: number; beforeVersion?: number } = {}) =>
    this.request(`/api/campaigns/${treeAddress}/root-versions`, { answer: rootVersions, query });

  leaves = (
    treeAddress: string,
    query: Paging & Generation & { rootVersion?: number; proofs?: boolean } = {},
  ) => this.request(`/api/campaigns/${treeAddress}/leaves`, { answer: leavesPage, query });

  /** Fails with CONFLICT while the campaign's root on chain is not registered, unless `rootVersion` names an earlier list. */
  proof = (
    treeAddress: string,
    query: Generation & { beneficiary: string; leafIndex?: number; rootVersion?: number },
  ) => this.request(`/api/campaigns/${treeAddress}/proof`, { answer: proofView, query });

  proofs = (treeAddress: string, beneficiary: string, query: Generation & { rootVersion?: number } = {}) =>
    this.request(`/api/campaigns/${treeAddress}/proof`, {
      answer: allProofsView,
      query: { ...query, beneficiary, all: true },
    });

  /** What a root gives a beneficiary; never changes, so caches on the way may answer. */
  proofsOfRoot = (merkleRoot: string, beneficiary: string) =>
    this.request(`/api/roots/${merkleRoot}/proofs/${beneficiary}`, { answer: rootProofsView });

  claims = (
    treeAddress: string,
    query: Paging & Generation & { beneficiary?: string; fromSlot?: string } = {},
  ) => this.request(`/api/campaigns/${treeAddress}/claims`, { answer: claimsPage, query });

  payouts = (treeAddress: string, query: Generation & { limit?: number; cursor?: string | null } = {}) =>
    this.request(`/api/campaigns/${treeAddress}/payouts`, { answer: payoutsPage, query });

  timeline = (treeAddress: string, query: Paging & Generation & { type?: readonly EventType[] } = {}) =>
    this.request(`/api/campaigns/${treeAddress}/timeline`, { answer: timelinePage, query });

  beneficiaryCampaigns = (address: string, query: Paging & Verification = {}) =>
    this.request(`/api/beneficiary/${address}/campaigns`, { answer: beneficiaryCampaigns, query });

  vestingProgress = (address: string, query: Verification = {}) =>
    this.request(`/api/beneficiary/${address}/vesting-progress`, { answer: vestingProgress, query });

  /** What waits for a creator, and the sums of their campaigns. */
  desk = (address: string) => this.request(`/api/creator/${address}/desk`, { answer: deskView });

  /** What a creator's campaigns unlock in each coming month, for all recipients. */
  unlocksByMonth = (address: string) =>
    this.request(`/api/creator/${address}/unlocks`, { answer: unlocksView });

  activity = (address: string, query: Paging & Verification = {}) =>
    this.request(`/api/activity/${address}`, { answer: activityPage, query });

  /** What the program paid an address, in every way, newest first. */
  payments = (address: string, query: Verification & { limit?: number; cursor?: string | null } = {}) =>
    this.request(`/api/activity/${address}/payments`, { answer: paymentsPage, query });

  /** The Merkle tree of a list of recipients, with every proof; nothing is stored. */
  prepare = (json: PrepareBody) =>
    this.request("/api/campaigns/prepare", { answer: preparedView, json, repeatable: true });

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
  register = (json: RegistrationBody, signer: RequestSigner, run?: UploadRun) =>
    this.postLeaves("/api/campaigns", { answer: registeredView, json, signer }, run);

  /** The answer that `register` would get, before the campaign is on the ledger; nothing is stored but an upload. */
  tryRegistration = (json: RegistrationBody, signer: RequestSigner, run?: UploadRun) =>
    this.postLeaves(
      "/api/campaigns",
      { answer: registrationTrialView, query: { dryRun: true }, json, signer },
      run,
    );

  /** Records a rotation; its leaves go as those of `register` do. */
  rotate = (treeAddress: string, json: RotationBody, signer: RequestSigner, run?: UploadRun) =>
    this.postLeaves(
      `/api/campaigns/${treeAddress}/root-versions`,
      { answer: rotatedView, json, signer },
      run,
    );

  /** The answer that `rotate` would get, before update_root; nothing is stored but an upload. */
  tryRotation = (treeAddress: string, json: RotationBody, signer: RequestSigner, run?: UploadRun) =>
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
      json: json ?? {},
      signer,
      query: { simulate },
    });

  /** Has transactions indexed now, at most 50; twice is the same as once. */
  syncEvents = (signatures: readonly string[]) =>
    this.request("/api/events/sync", { answer: syncedView, json: { signatures }, repeatable: true });

  webhooks = (signer: RequestSigner) => this.request("/api/webhooks", { answer: webhooksView, signer });

  createWebhook = (json: WebhookBody, signer: RequestSigner) =>
    this.request("/api/webhooks", { answer: webhookSecretView, json, signer });

  changeWebhook = (endpointId: string, json: WebhookChange, signer: RequestSigner) =>
    this.request(`/api/webhooks/${endpointId}`, {
      answer: webhookChangedView,
      method: "PATCH",
      json,
      signer,
    });

  deleteWebhook = (endpointId: string, signer: RequestSigner) =>
    this.request(`/api/webhooks/${endpointId}`, { answer: doneView, method: "DELETE", signer });

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

  replayWebhook = (endpointId: string, json: ReplayBody, signer: RequestSigner) =>
    this.request(`/api/webhooks/${endpointId}/replay`, { answer: webhookReplayView, json, signer });

  /** Posts a body that holds leaves, or where they are too many, names an upload that does. */
  private postLeaves<S extends z.ZodType>(
    path: string,
    options: RequestOptions<S> & { signer: RequestSigner },
    run: UploadRun = {},
  ): Promise<z.output<S>> {
    const { json, signer } = options;
    const send = (body: unknown) => this.request(path, { ...options, json: body });
    if (!isLong(json)) return send(json);
    return sendInParts(json, { wallet: signer.address, calls: this.uploadCalls(signer), run, send });
  }

  /** What `sendInParts` is to call as this wallet; it repeats them by itself. */
  uploadCalls(signer: RequestSigner): UploadCalls {
    const once = this.with({ attempts: 1 });
    return {
      find: (uploadId) => once.request(`/api/uploads/${uploadId}`, { answer: uploadView }),
      open: (json) => this.request("/api/uploads", { answer: uploadView, json, signer }),
      put: ({ uploadId, part, body, isGzip }) =>
        once.request(`/api/uploads/${uploadId}/parts/${part}`, {
          answer: uploadedPartView,
          method: "PUT",
          body,
          contentType: "application/json",
          ...(isGzip && { contentEncoding: "gzip" }),
        }),
    };
  }

  /** The service's, as a wallet's owner would know it. */
  private get host(): string {
    return new URL(this.options.baseUrl || globalThis.location.href).host;
  }

  /** Asks for what has no method above, and checks the answer. */
  async request<S extends z.ZodType>(path: string, options: RequestOptions<S>): Promise<z.output<S>> {
    const { answer, method = options.json === undefined ? "GET" : "POST", signer, answersAt = [] } = options;
    const { repeatable = method === "GET" } = options;
    const { baseUrl: url, attempts = ATTEMPTS, timeoutMs = TIMEOUT_MS, signal, pause } = this.options;
    const target = `${path}${queryText(options.query)}`;
    const init = await this.initOf(target, { ...options, method });
    const given = { url, path: target, init, answer, answersAt, timeoutMs, signal };
    // A nonce is spent when it is first seen, so what was signed can be sent once.
    const patience = { attempts: repeatable && !signer ? attempts : 1, pause, signal };
    return repeatedly(() => exchange({ ...given, fetch: this.options.fetch ?? fetch }), patience);
  }

  private async initOf(
    path: string,
    options: Omit<RequestOptions<z.ZodType>, "answer"> & { method: string },
  ): Promise<RequestInit> {
    const { method, signer } = options;
    const headers = new Headers({ accept: "application/json" });
    if (options.json !== undefined) headers.set("content-type", "application/json");
    else if (options.contentType) headers.set("content-type", options.contentType);
    if (options.contentEncoding) headers.set("content-encoding", options.contentEncoding);
    let body = options.json === undefined ? options.body : JSON.stringify(options.json);
    if (signer) {
      // A form's type names the boundary that its bytes were made with.
      const encoded = new Response(body);
      const type = encoded.headers.get("content-type");
      if (type && !headers.has("content-type")) headers.set("content-type", type);
      const bytes = await encoded.arrayBuffer();
      if (body !== undefined) body = bytes;
      const bodySha256 = await sha256Hex(new Uint8Array(bytes));
      const nonce = await this.request("/api/auth/nonce", { answer: nonceView });
      const request = { domain: this.host, method, path, bodySha256 };
      headers.set("authorization", await signedHeader(signer, nonce, request));
    }
    // Caches revalidate, so that a client reads what it has just written.
    return { method, headers, cache: "no-cache", ...(body === undefined ? {} : { body }) };
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
