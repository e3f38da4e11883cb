import type { CampaignDetail } from "@/lib/core/views/campaign";

type Facts = Pick<
  CampaignDetail,
  "cancellable" | "status" | "leafCount" | "pauseAuthority" | "cancelAuthority" | "creator"
>;

/** What may still be changed and by whom, said plainly. */
export function mutabilitySentences(campaign: Facts): string[] {
  const { status, cancellable, cancelAuthority, creator, pauseAuthority } = campaign;
  const isOver = status !== "active" && status !== "claimable" && status !== "paused";
  if (isOver) return ["The campaign is over: allocations can no longer change."];
  const holder = cancelAuthority === creator ? "The creator" : "The cancel authority";
  const change =
    cancellable && cancelAuthority
      ? campaign.leafCount > 1
        ? `${holder} can still change allocations, and cancel what has not vested.`
        : `${holder} can still cancel what has not vested.`
      : "Nobody can change or cancel these allocations.";
  const pauser = pauseAuthority === creator ? "The creator" : "The pause authority";
  return [change, pauseAuthority ? `${pauser} can pause claims.` : "Nobody can pause claims."];
}
