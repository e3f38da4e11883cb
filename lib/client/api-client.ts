import type * as z from "zod";
import {
  campaignDetail,
  campaignsPage,
  correctedView,
  metadataHistory,
  rootVersionsView,
} from "@/lib/contract/campaign";
import { certificateView } from "@/lib/contract/certificate";
import {
  confirmationCreatedView,
  confirmationInviteView,
  confirmationListsView,
  confirmationRowsPage,
  confirmedView,
  publicConfirmationView,
} from "@/lib/contract/confirmation";
import { creatorDashboardView, unlocksView } from "@/lib/contract/creator-dashboard/view";
import { activityPage, claimsPage, timelinePage } from "@/lib/contract/event";
import { doneView } from "@/lib/contract/field-schemas";
import { healthView } from "@/lib/contract/health";
import { labelsChangedView, labelsPage } from "@/lib/contract/label";
import { allProofsView, leavesPage, payoutsPage, proofView, rootProofsView } from "@/lib/contract/leaf";
import { nonceView } from "@/lib/contract/nonce";
import {
  builtTransaction,
  importedView,
  preparedView,
  registeredView,
  registrationDryRunView,
  rotatedView,
  rotationDryRunView,
  syncedView,
} from "@/lib/contract/operations";
import { paymentsPage } from "@/lib/contract/payment";
import { beneficiaryCampaigns, vestingProgress } from "@/lib/contract/portfolio/beneficiary";
import { reminderCreatedView, remindersView } from "@/lib/contract/reminder";
import { primaryNamesView, resolvedNamesView } from "@/lib/contract/sol-names";
import { actionTransaction, sponsorshipView } from "@/lib/contract/solana-action";
import { statementAnswer } from "@/lib/contract/statement/response";
import { supplyView } from "@/lib/contract/supply/view";
import { uploadedPartView, uploadView } from "@/lib/contract/upload";
import {
  webhookChangedView,
  webhookDeliveriesPage,
  webhookReplayView,
  webhookSecretView,
  webhooksView,
  webhookTestView,
} from "@/lib/contract/webhook";
import type { EventType } from "@/lib/core/events/event-types";
import type { CampaignSort, SortOrder } from "@/lib/core/lists/campaign-list";
import type { PriorityChoice } from "@/lib/core/plans/priority-choices";
import type { TransactionVersion } from "@/lib/core/solana/transaction/wire-transaction";
import type {
  ConfirmationListBody,
  LabelBody,
  PrepareBody,
  ProvedRegistrationBody,
  RegistrationBody,
  ReminderBody,
  ReplayBody,
  RotationBody,
  WebhookBody,
  WebhookChange,
} from "./bodies";
import { parseResponse, sendRequest } from "./exchange";
import { type Pause, withRetries } from "./retry";
import { type StreamedMessage, type StreamQuery, streamMessages } from "./stream";
import { isLong, sendInParts, sha256Hex, type UploadCalls, type UploadRun } from "./uploads";
import { type RequestSigner, signedHeader } from "./wallet-session";

type QueryValue = string | number | boolean | readonly string[] | null | undefined;
type Query = Record<string, QueryValue>;
type Paging = { page?: number; limit?: number; cursor?: string | null };
/**
 * Selects an earlier generation of a recreated address by its `creation`, which `earlierGeneration` returns.
 */
type Generation = { creation?: string | null };
/** Whether the answer has what `@vesting-index/client/verify` needs to check it. */
type Provable = { proof?: boolean };
/** Whether unconfirmed campaigns count. By default they are listed but excluded from totals. */
type Verification = { unverified?: "include" | "exclude" };

/**
 * Timeout for one attempt. An upload part is the largest request, and the slowest supported line needs this
 * long for one.
 */
const TIMEOUT_MS = 180_000;
const ATTEMPTS = 3;

/** Options for all requests of a client. */
export type ClientOptions = {
  fetch?: typeof fetch;
  /** Aborts current and future requests; they fail with the reason of the signal. */
  signal?: AbortSignal;
  /** Timeout of one attempt in milliseconds. Default: 180,000. */
  timeoutMs?: number;
  /**
   * Maximum attempts for an idempotent request after a network error or a 429, 502, 503 or 504 response.
   * Default: 3.
   */
  attempts?: number;
  /** Delays the next attempt. */
  pause?: Pause;
};

export type ApiClientOptions = ClientOptions & {
  /** Base URL of the service; "" in a page that the service itself serves. */
  baseUrl: string;
};

type RequestOptions<S extends z.ZodType> = {
  schema: S;
  query?: Query;
  /** Default: POST if `json` is set, otherwise GET. */
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  json?: unknown;
  body?: BodyInit;
  contentType?: string;
  contentEncoding?: string;
  signer?: RequestSigner | undefined;
  /** Whether a request other than GET is idempotent and can be retried. */
  repeatable?: boolean;
  /** Error statuses whose body has the same schema as a success. */
  acceptedErrorStatuses?: readonly number[];
};

/** The wallet that claims, and who pays the fee. The sponsor chooses the priority fee itself. */
export type ClaimBody = {
  account: string;
  feePayer?: "account" | "sponsor";
  priorityFee?: PriorityChoice | null;
  /** The versions that the wallet signs. Default: legacy and 0. */
  transactionVersions?: readonly TransactionVersion[] | null;
};

/** The multisig that an action is proposed to, by a member. The vault of index 0 acts by default. */
export type SquadsOptions = { multisig: string; vaultIndex?: number; memo?: string | null };

/** Actions whose transaction the service builds; a milestone action contains its index. */
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
 * Typed client for the API of the service, which validates every response.
 * Idempotent requests are retried. Methods that take a signer run the wallet flow (nonce, signature). They
 * send the request once, because every attempt would need another signature.
 * @throws ApiClientError if the service returns an error
 * @throws NetworkError if the service does not respond
 * @throws InvalidResponseError if a response does not match the schema
 */
export class ApiClient {
  private readonly options: ApiClientOptions;

  constructor(options: ApiClientOptions) {
    this.options = { ...options, baseUrl: options.baseUrl.replace(/\/+$/, "") };
  }

  /**
   * Returns a client for the same service with other options:
   * `api.with({ signal: AbortSignal.timeout(5_000) }).campaign(tree)`.
   */
  with = (options: ClientOptions): ApiClient => new ApiClient({ ...this.options, ...options });

  /**
   * Returns the state of each component, the version, and the network that the service indexes. A 503 with
   * status "down" is a valid response.
   */
  health = () => this.request("/api/health", { schema: healthView, acceptedErrorStatuses: [503] });

  campaigns = (query: Paging & CampaignsQuery = {}) =>
    this.request("/api/campaigns", { schema: campaignsPage, query });

  campaign = (treeAddress: string, query: Generation & Provable = {}) =>
    this.request(`/api/campaigns/${treeAddress}`, { schema: campaignDetail, query });

  /** Updates the metadata of a campaign: null removes a text, an omitted field stays unchanged. */
  correctMetadata = (
    treeAddress: string,
    json: { name?: string | null; description?: string | null; logoUri?: string | null },
    signer: RequestSigner,
  ) =>
    this.request(`/api/campaigns/${treeAddress}/metadata`, {
      schema: correctedView,
      method: "PATCH",
      json,
      signer,
    });

  /** Returns the earlier metadata of a campaign, newest first. */
  corrections = (treeAddress: string, query: Generation & { limit?: number; cursor?: string | null } = {}) =>
    this.request(`/api/campaigns/${treeAddress}/metadata`, { schema: metadataHistory, query });

  /** Returns the Merkle roots of a campaign, newest first. */
  rootVersions = (treeAddress: string, query: Generation & { limit?: number; beforeVersion?: number } = {}) =>
    this.request(`/api/campaigns/${treeAddress}/root-versions`, { schema: rootVersionsView, query });

  leaves = (
    treeAddress: string,
    query: Paging & Generation & { rootVersion?: number; proofs?: boolean } = {},
  ) => this.request(`/api/campaigns/${treeAddress}/leaves`, { schema: leavesPage, query });

  /**
   * Fails with CONFLICT while the current on-chain root is not registered, unless `rootVersion` selects an
   * earlier list.
   */
  proof = (
    treeAddress: string,
    query: Generation & { beneficiary: string; leafIndex?: number; rootVersion?: number },
  ) => this.request(`/api/campaigns/${treeAddress}/proof`, { schema: proofView, query });

  proofs = (treeAddress: string, beneficiary: string, query: Generation & { rootVersion?: number } = {}) =>
    this.request(`/api/campaigns/${treeAddress}/proof`, {
      schema: allProofsView,
      query: { ...query, beneficiary, all: true },
    });

  /**
   * Returns the proofs of a beneficiary under a root. The response is immutable, so HTTP caches may serve it.
   */
  proofsOfRoot = (merkleRoot: string, beneficiary: string) =>
    this.request(`/api/roots/${merkleRoot}/proofs/${beneficiary}`, { schema: rootProofsView });

  claims = (
    treeAddress: string,
    query: Paging & Generation & Provable & { beneficiary?: string; fromSlot?: string } = {},
  ) => this.request(`/api/campaigns/${treeAddress}/claims`, { schema: claimsPage, query });

  payouts = (treeAddress: string, query: Generation & { limit?: number; cursor?: string | null } = {}) =>
    this.request(`/api/campaigns/${treeAddress}/payouts`, { schema: payoutsPage, query });

  /**
   * Returns the granted, vested, claimed, forfeited and outstanding amounts of a campaign at `at` (unix seconds; now by
   * default), with a page of its recipients. `withheldPercent` adds that share of each claimed amount; `labels` adds the
   * private labels of the creator, who signs.
   */
  statement = (
    treeAddress: string,
    query: Generation & {
      at?: string;
      withheldPercent?: string | number;
      limit?: number;
      cursor?: string | null;
      labels?: boolean;
    } = {},
    signer?: RequestSigner,
  ) => this.request(`/api/campaigns/${treeAddress}/statement`, { schema: statementAnswer, query, signer });

  timeline = (treeAddress: string, query: Paging & Generation & { type?: readonly EventType[] } = {}) =>
    this.request(`/api/campaigns/${treeAddress}/timeline`, { schema: timelinePage, query });

  beneficiaryCampaigns = (address: string, query: Paging & Verification = {}) =>
    this.request(`/api/beneficiary/${address}/campaigns`, { schema: beneficiaryCampaigns, query });

  vestingProgress = (address: string, query: Verification & Provable = {}) =>
    this.request(`/api/beneficiary/${address}/vesting-progress`, { schema: vestingProgress, query });

  /** Returns the pending tasks of a creator and the totals of the creator's campaigns. */
  dashboard = (address: string) =>
    this.request(`/api/creator/${address}/dashboard`, { schema: creatorDashboardView });

  /** @deprecated Use `dashboard`. */
  desk = this.dashboard;

  /** Returns the amounts that a creator's campaigns unlock in each coming month, for all recipients. */
  unlocksByMonth = (address: string) =>
    this.request(`/api/creator/${address}/unlocks`, { schema: unlocksView });

  /** Returns the locked, vested, claimed and returned amounts of a mint over its verified campaigns. */
  supply = (mint: string) => this.request(`/api/mints/${mint}/supply`, { schema: supplyView });

  /**
   * Returns the current address of each name such as `alice.sol`, or the reason why it has none; at most 1,000
   * names. Store the address, because a name can change its owner.
   */
  resolveNames = (names: readonly string[]) =>
    this.request("/api/names/resolve", { schema: resolvedNamesView, json: { names }, repeatable: true });

  /** Returns the primary name of each address for display, or null; at most 50 addresses. */
  primaryNames = (addresses: readonly string[]) =>
    this.request("/api/names", { schema: primaryNamesView, query: { addresses: addresses.join(",") } });

  activity = (address: string, query: Paging & Verification = {}) =>
    this.request(`/api/activity/${address}`, { schema: activityPage, query });

  /** Returns all payments of the program to an address, newest first. */
  payments = (address: string, query: Verification & { limit?: number; cursor?: string | null } = {}) =>
    this.request(`/api/activity/${address}/payments`, { schema: paymentsPage, query });

  /** Returns the Merkle tree of a recipient list with every proof; the service stores nothing. */
  prepare = (json: PrepareBody) =>
    this.request("/api/campaigns/prepare", { schema: preparedView, json, repeatable: true });

  importRecipients = (csv: BodyInit, signer: RequestSigner, query: Query = {}) =>
    this.request("/api/campaigns/import", {
      schema: importedView,
      method: "POST",
      body: csv,
      contentType: "text/csv",
      signer,
      query,
    });

  /**
   * Registers a campaign. More than 10,000 leaves are first uploaded in parts, which takes one more wallet
   * signature.
   */
  register = (json: RegistrationBody, signer: RequestSigner, run?: UploadRun) =>
    this.postLeaves("/api/campaigns", { schema: registeredView, json, signer }, run);

  /**
   * Validates a registration before the campaign is on chain. The service stores nothing except an upload.
   */
  tryRegistration = (json: RegistrationBody, signer: RequestSigner, run?: UploadRun) =>
    this.postLeaves(
      "/api/campaigns",
      { schema: registrationDryRunView, query: { dryRun: true }, json, signer },
      run,
    );

  /**
   * Registers a campaign without a signature. The leaves are in order and hash to the root of its account on
   * the network; the campaign has no metadata until its creator adds them.
   */
  registerFromNetwork = (json: ProvedRegistrationBody) =>
    this.request("/api/registrations", { schema: registeredView, json, repeatable: true });

  /** Records the lookup table of a campaign's claims. The account proves it, so no signature is needed. */
  setLookupTable = (treeAddress: string, lookupTable: string) =>
    this.request(`/api/campaigns/${treeAddress}/lookup-table`, {
      ...{ method: "PUT", schema: doneView, json: { lookupTable }, repeatable: true },
    });

  /** Returns the newest solvency certificate of a campaign, of the slot that it states. 404 if there is none. */
  certificate = (treeAddress: string, { creation }: Generation = {}) =>
    this.request(`/api/campaigns/${treeAddress}/certificate`, {
      schema: certificateView,
      query: { creation },
    });

  /** Returns whether the operator of the service pays the fee of a wallet's claim now, and the reason if not. */
  sponsorship = (treeAddress: string, account: string) =>
    this.request(`/api/campaigns/${treeAddress}/sponsor`, { schema: sponsorshipView, query: { account } });

  /**
   * Builds the claim of a wallet for any signer. With `feePayer: "sponsor"` the sponsor has signed as fee payer; any
   * change makes its signature invalid.
   */
  buildClaim = (treeAddress: string, json: ClaimBody) =>
    this.request(`/api/actions/claim/${treeAddress}`, { schema: actionTransaction, json });

  /** Records a root rotation; its leaves are sent like those of `register`. */
  rotate = (treeAddress: string, json: RotationBody, signer: RequestSigner, run?: UploadRun) =>
    this.postLeaves(
      `/api/campaigns/${treeAddress}/root-versions`,
      { schema: rotatedView, json, signer },
      run,
    );

  /** Validates a rotation before `update_root`. The service stores nothing except an upload. */
  tryRotation = (treeAddress: string, json: RotationBody, signer: RequestSigner, run?: UploadRun) =>
    this.postLeaves(
      `/api/campaigns/${treeAddress}/root-versions`,
      { schema: rotationDryRunView, query: { dryRun: true }, json, signer },
      run,
    );

  /**
   * Builds the transaction of an action. With `squads`, the signer is a member of a multisig, and the transaction
   * proposes the action to it.
   */
  buildAction = (
    treeAddress: string,
    {
      action,
      signer,
      json,
      squads,
      simulate,
    }: {
      action: Action;
      signer: RequestSigner;
      json?: unknown;
      squads?: SquadsOptions;
      simulate?: boolean;
    },
  ) =>
    this.request(`/api/campaigns/${treeAddress}/${action}`, {
      schema: builtTransaction,
      json: squads ? { ...Object(json), squads } : (json ?? {}),
      signer,
      query: { simulate },
    });

  /**
   * Yields events and campaign changes as they are indexed, and reconnects without losing or repeating one:
   * `for await (const message of api.stream({ treeAddress })) …`.
   */
  stream = (query: StreamQuery = {}): AsyncGenerator<StreamedMessage, void, undefined> =>
    streamMessages(this.options, query);

  /** Indexes up to 50 transactions immediately; the request is idempotent. */
  syncEvents = (signatures: readonly string[]) =>
    this.request("/api/events/sync", { schema: syncedView, json: { signatures }, repeatable: true });

  webhooks = (signer: RequestSigner) => this.request("/api/webhooks", { schema: webhooksView, signer });

  createWebhook = (json: WebhookBody, signer: RequestSigner) =>
    this.request("/api/webhooks", { schema: webhookSecretView, json, signer });

  changeWebhook = (endpointId: string, json: WebhookChange, signer: RequestSigner) =>
    this.request(`/api/webhooks/${endpointId}`, {
      schema: webhookChangedView,
      method: "PATCH",
      json,
      signer,
    });

  deleteWebhook = (endpointId: string, signer: RequestSigner) =>
    this.request(`/api/webhooks/${endpointId}`, { schema: doneView, method: "DELETE", signer });

  rotateWebhookSecret = (endpointId: string, signer: RequestSigner) =>
    this.request(`/api/webhooks/${endpointId}/secret`, { schema: webhookSecretView, method: "POST", signer });

  testWebhook = (endpointId: string, signer: RequestSigner) =>
    this.request(`/api/webhooks/${endpointId}/test`, { schema: webhookTestView, method: "POST", signer });

  webhookDeliveries = (
    endpointId: string,
    query: { limit?: number; cursor?: string | null },
    signer: RequestSigner,
  ) =>
    this.request(`/api/webhooks/${endpointId}/deliveries`, { schema: webhookDeliveriesPage, query, signer });

  replayWebhook = (endpointId: string, json: ReplayBody, signer: RequestSigner) =>
    this.request(`/api/webhooks/${endpointId}/replay`, { schema: webhookReplayView, json, signer });

  reminders = (signer: RequestSigner) => this.request("/api/reminders", { schema: remindersView, signer });

  createReminder = (json: ReminderBody, signer: RequestSigner) =>
    this.request("/api/reminders", { schema: reminderCreatedView, json, signer });

  deleteReminder = (subscriptionId: string, signer: RequestSigner) =>
    this.request(`/api/reminders/${subscriptionId}`, { schema: doneView, method: "DELETE", signer });

  /** Confirms an email address, or stops a subscription, with the token of the link in an email. */
  followReminderLink = (purpose: "confirm" | "unsubscribe", token: string) =>
    this.request(`/api/reminders/${purpose}`, { schema: doneView, json: { token } });

  /** Returns the wallet's lists of recipients who confirm their wallets. */
  confirmationLists = (signer: RequestSigner) =>
    this.request("/api/confirmations", { schema: confirmationListsView, signer });

  /** Creates a list. The response is the only one that contains the tokens of its invites. */
  createConfirmationList = (json: ConfirmationListBody, signer: RequestSigner) =>
    this.request("/api/confirmations", { schema: confirmationCreatedView, json, signer });

  /** Returns what recipients see of a list: neither its rows nor their number. */
  confirmationList = (listId: string) =>
    this.request(`/api/confirmations/${listId}`, { schema: publicConfirmationView });

  /** Returns recipients with what their wallets signed; up to 10,000 with one signature. */
  confirmationRecipients = (
    listId: string,
    query: { status?: "confirmed" | "waiting"; proofs?: boolean; limit?: number; cursor?: string | null },
    signer: RequestSigner,
  ) =>
    this.request(`/api/confirmations/${listId}/recipients`, { schema: confirmationRowsPage, query, signer });

  /** Confirms the wallet of the signer, which must be listed or have the token of an invite. */
  confirmWallet = (listId: string, json: { invite?: string }, signer: RequestSigner) =>
    this.request(`/api/confirmations/${listId}/confirm`, { schema: confirmedView, json, signer });

  /** Replaces the invite of a row and resets its confirmation. */
  renewInvite = (listId: string, row: number, signer: RequestSigner) =>
    this.request(`/api/confirmations/${listId}/recipients/${row}/invite`, {
      ...{ method: "POST", schema: confirmationInviteView, signer },
    });

  deleteConfirmationList = (listId: string, signer: RequestSigner) =>
    this.request(`/api/confirmations/${listId}`, { schema: doneView, method: "DELETE", signer });

  /** Returns a page of the wallet's private labels of recipients; of one campaign with its tree address. */
  labels = (query: { campaign?: string; limit?: number; cursor?: string | null }, signer: RequestSigner) =>
    this.request("/api/labels", { schema: labelsPage, query, signer });

  /** Stores up to 1,000 labels at once, and deletes those without category and note. */
  storeLabels = (labels: readonly LabelBody[], signer: RequestSigner) =>
    this.request("/api/labels", { schema: labelsChangedView, method: "PUT", json: { labels }, signer });

  deleteLabels = (signer: RequestSigner) =>
    this.request("/api/labels", { schema: labelsChangedView, method: "DELETE", signer });

  /** Posts a body with its leaves, or with the id of an upload if there are too many leaves for one body. */
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

  /**
   * Returns the calls that `sendInParts` makes for this wallet. They make one attempt, because `sendInParts`
   * retries them.
   */
  uploadCalls(signer: RequestSigner): UploadCalls {
    const once = this.with({ attempts: 1 });
    return {
      find: (uploadId) => once.request(`/api/uploads/${uploadId}`, { schema: uploadView }),
      open: (json) => this.request("/api/uploads", { schema: uploadView, json, signer }),
      put: ({ uploadId, part, body, isGzip }) =>
        once.request(`/api/uploads/${uploadId}/parts/${part}`, {
          schema: uploadedPartView,
          method: "PUT",
          body,
          contentType: "application/json",
          ...(isGzip && { contentEncoding: "gzip" }),
        }),
    };
  }

  /** The host in the message that the wallet signs. */
  private get host(): string {
    return new URL(this.options.baseUrl || globalThis.location.href).host;
  }

  /** Sends a request for which no method exists, and validates the response. */
  async request<S extends z.ZodType>(path: string, options: RequestOptions<S>): Promise<z.output<S>> {
    const text = await this.requestText(path, options);
    return parseResponse(`${path}${queryText(options.query)}`, options.schema, text);
  }

  /** Returns a list as the text of a CSV file. A signer is required for private lists and with `labels`. */
  csv = (path: `/api/${string}`, query: Query = {}, signer?: RequestSigner): Promise<string> =>
    this.requestText(path, { query: { ...query, format: "csv" }, signer });

  private async requestText(
    path: string,
    options: Omit<RequestOptions<z.ZodType>, "schema">,
  ): Promise<string> {
    const {
      method = options.json === undefined ? "GET" : "POST",
      signer,
      acceptedErrorStatuses = [],
    } = options;
    const { repeatable = method === "GET" } = options;
    const { baseUrl: url, attempts = ATTEMPTS, timeoutMs = TIMEOUT_MS, signal, pause } = this.options;
    const target = `${path}${queryText(options.query)}`;
    const init = await this.createInit(target, { ...options, method });
    const call = { url, path: target, init, acceptedErrorStatuses, timeoutMs, signal };
    // The service accepts a nonce once, so a signed request cannot be retried.
    const policy = { attempts: repeatable && !signer ? attempts : 1, pause, signal };
    return withRetries(() => sendRequest({ ...call, fetch: this.options.fetch ?? fetch }), policy);
  }

  private async createInit(
    path: string,
    options: Omit<RequestOptions<z.ZodType>, "schema"> & { method: string },
  ): Promise<RequestInit> {
    const { method, signer } = options;
    const headers = new Headers({ accept: "application/json" });
    if (options.json !== undefined) headers.set("content-type", "application/json");
    else if (options.contentType) headers.set("content-type", options.contentType);
    if (options.contentEncoding) headers.set("content-encoding", options.contentEncoding);
    let body = options.json === undefined ? options.body : JSON.stringify(options.json);
    if (signer) {
      // The content type of a form contains the boundary of this encoding.
      const encoded = new Response(body);
      const type = encoded.headers.get("content-type");
      if (type && !headers.has("content-type")) headers.set("content-type", type);
      const bytes = await encoded.arrayBuffer();
      if (body !== undefined) body = bytes;
      const bodySha256 = await sha256Hex(new Uint8Array(bytes));
      const nonce = await this.request("/api/auth/nonce", { schema: nonceView });
      const request = { domain: this.host, method, path, bodySha256 };
      headers.set("authorization", await signedHeader(signer, nonce, request));
    }
    // Caches revalidate, so that a client reads its own writes.
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
