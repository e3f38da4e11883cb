import type { Manifest } from "@/lib/contract/openapi/document";
import * as claimPicture from "./actions/claim/[treeAddress]/picture/route";
import * as claimAction from "./actions/claim/[treeAddress]/route";
import * as payments from "./activity/[address]/payments/route";
import * as activity from "./activity/[address]/route";
import * as adminSync from "./admin/sync/route";
import * as adminEndpoint from "./admin/webhooks/endpoints/[endpointId]/route";
import * as adminEndpoints from "./admin/webhooks/endpoints/route";
import * as adminWebhooks from "./admin/webhooks/route";
import * as nonce from "./auth/nonce/route";
import * as beneficiaryCampaigns from "./beneficiary/[address]/campaigns/route";
import * as unlocks from "./beneficiary/[address]/unlocks.ics/route";
import * as vestingProgress from "./beneficiary/[address]/vesting-progress/route";
import * as cancel from "./campaigns/[treeAddress]/cancel/route";
import * as cancelStream from "./campaigns/[treeAddress]/cancel-stream/route";
import * as certificate from "./campaigns/[treeAddress]/certificate/route";
import * as claims from "./campaigns/[treeAddress]/claims/route";
import * as instantRefund from "./campaigns/[treeAddress]/instant-refund/route";
import * as leaves from "./campaigns/[treeAddress]/leaves/route";
import * as lookupTable from "./campaigns/[treeAddress]/lookup-table/route";
import * as metadata from "./campaigns/[treeAddress]/metadata/route";
import * as milestones from "./campaigns/[treeAddress]/milestones/[idx]/route";
import * as payouts from "./campaigns/[treeAddress]/payouts/route";
import * as proof from "./campaigns/[treeAddress]/proof/route";
import * as rootVersions from "./campaigns/[treeAddress]/root-versions/route";
import * as campaign from "./campaigns/[treeAddress]/route";
import * as sponsor from "./campaigns/[treeAddress]/sponsor/route";
import * as statement from "./campaigns/[treeAddress]/statement/route";
import * as timeline from "./campaigns/[treeAddress]/timeline/route";
import * as withdrawUnvested from "./campaigns/[treeAddress]/withdraw-unvested/route";
import * as importRecipients from "./campaigns/import/route";
import * as prepare from "./campaigns/prepare/route";
import * as campaigns from "./campaigns/route";
import * as claimsSync from "./claims/sync/route";
import * as confirmWallet from "./confirmations/[listId]/confirm/route";
import * as confirmationInvite from "./confirmations/[listId]/recipients/[row]/invite/route";
import * as confirmationRecipients from "./confirmations/[listId]/recipients/route";
import * as confirmationList from "./confirmations/[listId]/route";
import * as confirmations from "./confirmations/route";
import * as creatorDashboard from "./creator/[address]/dashboard/route";
import * as deprecatedDashboard from "./creator/[address]/desk/route";
import * as unlockMonths from "./creator/[address]/unlocks/route";
import * as cronSync from "./cron/sync/route";
import * as eventsSync from "./events/sync/route";
import * as live from "./health/live/route";
import * as ready from "./health/ready/route";
import * as health from "./health/route";
import * as labels from "./labels/route";
import * as metrics from "./metrics/route";
import * as lockedSupply from "./mints/[mint]/supply/locked/route";
import * as supply from "./mints/[mint]/supply/route";
import * as resolveNames from "./names/resolve/route";
import * as names from "./names/route";
import * as prices from "./prices/route";
import * as registrations from "./registrations/route";
import * as reminderSubscription from "./reminders/[subscriptionId]/route";
import * as confirmReminder from "./reminders/confirm/route";
import * as reminders from "./reminders/route";
import * as unsubscribeReminder from "./reminders/unsubscribe/route";
import * as rootProofs from "./roots/[merkleRoot]/proofs/[beneficiary]/route";
import * as scheduleTemplates from "./schedule-templates/route";
import * as simulateVesting from "./simulate-vesting/route";
import * as snapshotFile from "./snapshots/[slot]/files/[sha256]/route";
import * as snapshotManifest from "./snapshots/[slot]/manifest.json/route";
import * as snapshots from "./snapshots/route";
import * as stream from "./stream/route";
import * as tokenLogo from "./tokens/[mint]/logo/route";
import * as uploadPart from "./uploads/[uploadId]/parts/[part]/route";
import * as upload from "./uploads/[uploadId]/route";
import * as uploads from "./uploads/route";
import * as waitlist from "./waitlist/route";
import * as webhookDeliveries from "./webhooks/[endpointId]/deliveries/route";
import * as webhookReplay from "./webhooks/[endpointId]/replay/route";
import * as webhook from "./webhooks/[endpointId]/route";
import * as webhookSecret from "./webhooks/[endpointId]/secret/route";
import * as webhookTest from "./webhooks/[endpointId]/test/route";
import * as webhooks from "./webhooks/route";

/** All routes of the API except the OpenAPI document. */
export const API_ROUTES: Manifest = [
  ["/api/actions/claim/{treeAddress}", claimAction],
  ["/api/actions/claim/{treeAddress}/picture", claimPicture],
  ["/api/activity/{address}", activity],
  ["/api/activity/{address}/payments", payments],
  ["/api/admin/sync", adminSync],
  ["/api/admin/webhooks", adminWebhooks],
  ["/api/admin/webhooks/endpoints", adminEndpoints],
  ["/api/admin/webhooks/endpoints/{endpointId}", adminEndpoint],
  ["/api/auth/nonce", nonce],
  ["/api/beneficiary/{address}/campaigns", beneficiaryCampaigns],
  ["/api/beneficiary/{address}/unlocks.ics", unlocks],
  ["/api/beneficiary/{address}/vesting-progress", vestingProgress],
  ["/api/campaigns", campaigns],
  ["/api/campaigns/import", importRecipients],
  ["/api/campaigns/prepare", prepare],
  ["/api/campaigns/{treeAddress}", campaign],
  ["/api/campaigns/{treeAddress}/certificate", certificate],
  ["/api/campaigns/{treeAddress}/claims", claims],
  ["/api/campaigns/{treeAddress}/leaves", leaves],
  ["/api/campaigns/{treeAddress}/lookup-table", lookupTable],
  ["/api/campaigns/{treeAddress}/metadata", metadata],
  ["/api/campaigns/{treeAddress}/payouts", payouts],
  ["/api/campaigns/{treeAddress}/proof", proof],
  ["/api/campaigns/{treeAddress}/root-versions", rootVersions],
  ["/api/campaigns/{treeAddress}/cancel", cancel],
  ["/api/campaigns/{treeAddress}/withdraw-unvested", withdrawUnvested],
  ["/api/campaigns/{treeAddress}/cancel-stream", cancelStream],
  ["/api/campaigns/{treeAddress}/milestones/{idx}", milestones],
  ["/api/campaigns/{treeAddress}/instant-refund", instantRefund],
  ["/api/campaigns/{treeAddress}/sponsor", sponsor],
  ["/api/campaigns/{treeAddress}/statement", statement],
  ["/api/campaigns/{treeAddress}/timeline", timeline],
  ["/api/claims/sync", claimsSync],
  ["/api/creator/{address}/dashboard", creatorDashboard],
  ["/api/creator/{address}/desk", deprecatedDashboard],
  ["/api/creator/{address}/unlocks", unlockMonths],
  ["/api/cron/sync", cronSync],
  ["/api/events/sync", eventsSync],
  ["/api/health", health],
  ["/api/health/live", live],
  ["/api/health/ready", ready],
  ["/api/labels", labels],
  ["/api/metrics", metrics],
  ["/api/mints/{mint}/supply", supply],
  ["/api/mints/{mint}/supply/locked", lockedSupply],
  ["/api/names", names],
  ["/api/names/resolve", resolveNames],
  ["/api/prices", prices],
  ["/api/registrations", registrations],
  ["/api/confirmations", confirmations],
  ["/api/confirmations/{listId}", confirmationList],
  ["/api/confirmations/{listId}/confirm", confirmWallet],
  ["/api/confirmations/{listId}/recipients", confirmationRecipients],
  ["/api/confirmations/{listId}/recipients/{row}/invite", confirmationInvite],
  ["/api/reminders", reminders],
  ["/api/reminders/confirm", confirmReminder],
  ["/api/reminders/unsubscribe", unsubscribeReminder],
  ["/api/reminders/{subscriptionId}", reminderSubscription],
  ["/api/roots/{merkleRoot}/proofs/{beneficiary}", rootProofs],
  ["/api/schedule-templates", scheduleTemplates],
  ["/api/simulate-vesting", simulateVesting],
  ["/api/snapshots", snapshots],
  ["/api/snapshots/{slot}/files/{sha256}", snapshotFile],
  ["/api/snapshots/{slot}/manifest.json", snapshotManifest],
  ["/api/stream", stream],
  ["/api/tokens/{mint}/logo", tokenLogo],
  ["/api/uploads", uploads],
  ["/api/uploads/{uploadId}", upload],
  ["/api/uploads/{uploadId}/parts/{part}", uploadPart],
  ["/api/waitlist", waitlist],
  ["/api/webhooks", webhooks],
  ["/api/webhooks/{endpointId}", webhook],
  ["/api/webhooks/{endpointId}/deliveries", webhookDeliveries],
  ["/api/webhooks/{endpointId}/replay", webhookReplay],
  ["/api/webhooks/{endpointId}/secret", webhookSecret],
  ["/api/webhooks/{endpointId}/test", webhookTest],
];
