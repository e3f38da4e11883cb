import type { CampaignDetail } from "@/lib/contract/campaign";
import type { ChainCampaign } from "./campaign-state";
import type { Report } from "./report";

type Root = { merkleRoot: string; leafCount: number | undefined };

const UNKNOWN = "No known transaction of the campaign has this root.";

/** Checks the roots of a campaign, newest first, against its rotations. */
export function checkRootVersions(
  { rootVersions }: CampaignDetail,
  { report, campaign }: { report: Report; campaign: ChainCampaign },
): void {
  const roots = getRoots(campaign);
  const isComplete = campaign.isWhole && roots.every((root) => root !== null);
  const isAligned = isComplete && roots.length === rootVersions.length;
  let areKnown = true;
  for (const [at, { version, merkleRoot }] of rootVersions.entries()) {
    const path = `rootVersions.${at}`;
    report.compare(`${path}.version`, rootVersions.length - at);
    const found = isAligned ? roots[version - 1] : roots.find((root) => root?.merkleRoot === merkleRoot);
    areKnown &&= found?.merkleRoot === merkleRoot;
    if (!found && isComplete) report.reject(`${path}.merkleRoot`, undefined, UNKNOWN);
    else report.compare(`${path}.merkleRoot`, found?.merkleRoot, UNKNOWN);
    report.compare(`${path}.leafCount`, found?.leafCount, UNKNOWN);
  }
  if (isAligned) report.accept("rootVersions");
  else
    report.skip(
      "rootVersions",
      "Not every root of the campaign is registered, or known from its transactions.",
    );
  const current = campaign.tree?.merkleRoot;
  const isListed = rootVersions.some(({ merkleRoot }) => merkleRoot === current);
  // Without it, a false root and a false `rootRegistered` would confirm each other.
  const isRegistered = isListed || (areKnown ? false : undefined);
  report.compare("rootRegistered", current ? isRegistered : undefined, UNKNOWN);
}

/** Returns the roots of a campaign, oldest first. Only an account or a rotation states the first; else it is null. */
function getRoots({ tree, events }: ChainCampaign): (Root | null)[] {
  const updates = events.flatMap((event) => (event.name === "RootUpdated" ? [event.data] : [])).reverse();
  const creation = events.find(({ name }) => name === "CampaignCreated");
  const first = updates[0]?.oldRoot ?? tree?.merkleRoot;
  const firstCount = creation?.name === "CampaignCreated" ? creation.data.leafCount : undefined;
  const later = updates.map(({ newRoot, newLeafCount }) => ({
    merkleRoot: newRoot,
    leafCount: newLeafCount,
  }));
  if (first === undefined) return [null, ...later];
  const isCurrent = updates.length === 0 && tree ? tree.leafCount : undefined;
  return [{ merkleRoot: first, leafCount: firstCount ?? isCurrent }, ...later];
}
