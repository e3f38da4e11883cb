/** The API of a Vesting Index, and what sending transactions takes. */
export {
  type Action,
  ApiClient,
  type ApiClientOptions,
  type ClaimBody,
  type ClientOptions,
  type SquadsOptions,
} from "@/lib/client/api-client";
export {
  ApiClientError,
  type ApiErrorCode,
  InvalidResponseError,
  NetworkError,
} from "@/lib/client/api-error";
export {
  type IntegerInput,
  type LeafBodies,
  type LeafBody,
  leafBodies,
  leafBody,
  type MetadataBody,
  type PrepareBody,
  type ProvedRegistrationBody,
  type RecipientBody,
  type RegistrationBody,
  type ReplayBody,
  type RotationBody,
  type WebhookBody,
  type WebhookChange,
} from "@/lib/client/bodies";
export { type FetchRun, fetchAllLeaves, fetchAllPayouts } from "@/lib/client/fetch-all";
export { checkSameNetwork, WrongNetworkError } from "@/lib/client/network/same-network";
export {
  type ConfirmedSend,
  indexNow,
  type SendPlanOptions as Sending,
  sendBuilt,
  sendPlan,
  TransactionFailedError,
  type TransactionRpc,
} from "@/lib/client/network/send-plan";
export { keypairSigner, type WalletAdapter, walletSigner } from "@/lib/client/network/signers";
export {
  fetchMultisig,
  fetchProposal,
  findExecution,
  type ProposedTransaction,
  type SquadsRpc,
} from "@/lib/client/network/squads";
export {
  everyActivity,
  everyBeneficiaryCampaign,
  everyCampaign,
  everyClaim,
  everyEvent,
  everyLeaf,
  everyPayment,
  everyPayout,
  everyStatementRow,
} from "@/lib/client/pages";
export type { Pause } from "@/lib/client/retry";
export type { StreamedMessage, StreamQuery } from "@/lib/client/stream";
export type { UploadRun } from "@/lib/client/uploads";
export { type RequestSigner, signedHeader } from "@/lib/client/wallet-session";
export type { CampaignDetail, CampaignItem, CampaignsPage, Metadata } from "@/lib/contract/campaign";
export type { CertificateBody, CertificateView } from "@/lib/contract/certificate";
export type { ActivityPage, ClaimsPage, TimelineItem } from "@/lib/contract/event";
export type { LeafView, ProofView } from "@/lib/contract/leaf";
export { nonceView } from "@/lib/contract/nonce";
export type { BuiltTransaction, ImportedView, PreparedView } from "@/lib/contract/operations";
export type {
  BeneficiaryCampaigns,
  VestingProgress,
} from "@/lib/contract/portfolio/beneficiary";
export type { ActionTransaction, SponsorshipView } from "@/lib/contract/solana-action";
export type { StatementRecipientView, StatementView } from "@/lib/contract/statement/view";
export type { StreamMessage } from "@/lib/contract/stream";
export type { WebhookDeliveryView, WebhookEndpointView } from "@/lib/contract/webhook";
export { type ErrorCode, type ErrorDetail, STATUS_BY_CODE } from "@/lib/core/errors";
export type { EventData, EventType } from "@/lib/core/events/event-types";
export { explorerPage, identifyNetwork, type Network } from "@/lib/core/solana/networks";
export { getMember } from "@/lib/core/squads/accounts";
