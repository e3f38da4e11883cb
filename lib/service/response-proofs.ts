import { type BeneficiaryCampaigns, selectBeneficiaryCampaigns } from "@/db/queries/campaigns/beneficiaries";
import { selectCampaignDetail } from "@/db/queries/campaigns/campaign-detail";
import type { CampaignKey } from "@/db/queries/campaigns/generation";
import { selectLeafProofs } from "@/db/queries/campaigns/leaf-proofs";
import { selectEventPage } from "@/db/queries/events/event-feed";
import { type EventSource, selectEndEvents, selectEventHeads } from "@/db/queries/events/event-sources";
import { selectIndexedTo } from "@/db/queries/indexing/sync-state";
import type { Campaign } from "@/db/schema";
import { type CampaignDetail, toCampaignDetail } from "@/lib/contract/campaign";
import type { ClaimsPage } from "@/lib/contract/event";
import type { VestingProgress } from "@/lib/contract/portfolio/beneficiary";
import { listedRows, toVestingProgress } from "@/lib/contract/portfolio/rows";
import {
  type CampaignProof,
  MAX_LEAF_PROOFS,
  MAX_PROOF_EVENTS,
  type NetworkProof,
} from "@/lib/contract/response-proof";
import { toVaultView } from "@/lib/contract/vault";
import { notFound } from "@/lib/core/errors";
import { EVENT_TYPES } from "@/lib/core/events/event-types";
import { extend } from "@/lib/core/extend";
import { groupBy } from "@/lib/core/group-by";
import { MAX_PROGRESS_CAMPAIGNS } from "@/lib/core/lists/progress-limits";
import { readGenesis } from "./chain/genesis";
import type { Services } from "./services";

/**
 * Answers with what a client needs to check them against the network. Every query is bounded: none reads the
 * claims of a campaign, and none its leaves except those of one beneficiary.
 */

/** An event that is stored between two queries would contradict the answer, so the queries run again. */
const ATTEMPTS = 3;

async function readNetwork(services: Services, time: bigint): Promise<NetworkProof> {
  const genesis = await readGenesis(services);
  return { programId: services.env.VESTING_PROGRAM_ID, genesis, time: time.toString() };
}

/**
 * Returns a campaign with the transactions behind it. Throws NOT_FOUND as the route without a proof does.
 */
export async function proveCampaign(
  services: Services,
  key: Omit<CampaignKey, "now">,
  attempt = 1,
): Promise<CampaignDetail> {
  const { reads: db, now } = services;
  const time = now();
  const detail = await selectCampaignDetail(db, { now: time, ...key });
  if (!detail) throw notFound("campaign");
  const { campaign } = detail;
  const types = EVENT_TYPES.filter((type) => type !== "claimed");
  const page = await selectEventPage(db, { campaignRowId: campaign.id }, { types, limit: MAX_PROOF_EVENTS });
  const [head] = await selectEventHeads(db, [campaign.id]);
  const isStale = head?.eventCount !== campaign.eventCount;
  if (isStale && attempt < ATTEMPTS) return proveCampaign(services, key, attempt + 1);
  const proof: CampaignProof = {
    ...(await readNetwork(services, time)),
    slot: head?.slot ?? null,
    creation: getCreation(campaign),
    events: page.events.map(toEventSource),
    nextCursor: page.nextCursor,
  };
  return extend(toCampaignDetail(detail, time), { proof });
}

function getCreation(campaign: Campaign): CampaignProof["creation"] {
  const { creationSignature: signature, creationSlot: slot, creationEventIndex: eventIndex } = campaign;
  if (signature === null || slot === null || eventIndex === null) return null;
  return { signature, slot: slot.toString(), eventIndex };
}

const toEventSource = ({ type, signature, slot, eventIndex }: Omit<EventSource, "campaignRowId">) => ({
  ...{ type, signature, slot: slot.toString(), eventIndex },
});

/** Adds to a page of claims the position of each claim in its transaction, and the network. */
export async function proveClaims(
  services: Services,
  page: ClaimsPage,
  rows: readonly { eventIndex: number }[],
): Promise<ClaimsPage> {
  const claims = page.claims.map((claim, at) => ({ ...claim, eventIndex: rows[at]?.eventIndex ?? 0 }));
  return { ...page, claims, proof: await readNetwork(services, services.now()) };
}

type ProgressQuery = { address: string; unverified: "include" | "exclude" | undefined };
type Row = BeneficiaryCampaigns["campaigns"][number];

/** Returns the progress of an address with the proofs of its first 1,000 leaves. */
export async function proveProgress(
  services: Services,
  query: ProgressQuery,
  attempt = 1,
): Promise<VestingProgress> {
  const { reads: db, now } = services;
  const { address, unverified } = query;
  const time = now();
  const [{ campaigns: rows, nextCursor }, asOf] = await Promise.all([
    selectBeneficiaryCampaigns(db, { address, page: 1, limit: MAX_PROGRESS_CAMPAIGNS }),
    selectIndexedTo(db),
  ]);
  const listed = listedRows(rows, unverified);
  const ids = listed.map(({ campaign }) => campaign.id);
  const rootVersionIds = listed.map(({ rootVersionId }) => rootVersionId);
  const [proofs, ends] = await Promise.all([
    selectLeafProofs(db, { address, rootVersionIds, limit: MAX_LEAF_PROOFS }),
    selectEndEvents(db, ids),
  ]);
  const heads = new Map((await selectEventHeads(db, ids)).map((head) => [head.campaignRowId, head]));
  const isStale = listed.some(({ campaign }) => heads.get(campaign.id)?.eventCount !== campaign.eventCount);
  if (isStale && attempt < ATTEMPTS) return proveProgress(services, query, attempt + 1);
  const proofsByLeaf = new Map(proofs.map((row) => [`${row.rootVersionId} ${row.leafIndex}`, row.proof]));
  const endsByCampaign = groupBy(ends, ({ campaignRowId }) => campaignRowId);
  const answer = toVestingProgress({ address, asOf, rows, truncated: nextCursor !== null, unverified }, time);
  const campaigns = answer.campaigns.map((entry, at) => {
    const { campaign, rootVersionId, versionRoot } = listed[at] as Row;
    const leaves = entry.leaves.map((leaf) => ({
      ...leaf,
      proof: proofsByLeaf.get(`${rootVersionId} ${leaf.leafIndex}`) ?? null,
    }));
    const proof = {
      merkleRoot: versionRoot,
      slot: heads.get(campaign.id)?.slot ?? null,
      vault: toVaultView(campaign),
      events: (endsByCampaign.get(campaign.id) ?? []).map(toEventSource),
    };
    return { ...entry, leaves, proof };
  });
  return { ...answer, campaigns, proof: await readNetwork(services, time) };
}
