import { ApiClient } from "@/lib/client/api-client";
import { everyCampaign } from "@/lib/client/pages";
import type { CampaignItem } from "@/lib/contract/campaign";
import { EXIT, type Exit, printFacts, printJson } from "../outcome";
import { asUnreachable } from "../running-service";

/** Differing campaigns that are named; the others are counted. */
const MAX_NAMED = 10;

type Differing = Pick<CampaignItem, "treeAddress" | "earlierGeneration"> & { fields: string[] };

/** Prints how many of a service's campaigns differ from the network, and the first of them with the differing fields. */
export async function verifyAll({ url, json }: { url: string; json: boolean }): Promise<Exit> {
  const { campaigns, differ, first } = await findDiffering(new ApiClient({ baseUrl: url }));
  if (json) printJson({ campaigns, differ, first });
  else
    printFacts([
      ["campaigns", String(campaigns)],
      ["differ", String(differ)],
      ...first.map(({ treeAddress, fields }) => [treeAddress, fields.join(", ")] as const),
      ...(differ > first.length ? [["and more", String(differ - first.length)] as const] : []),
    ]);
  return differ === 0 ? EXIT.success : EXIT.problemFound;
}

async function findDiffering(api: ApiClient) {
  try {
    const first: Differing[] = [];
    let [campaigns, differ] = [0, 0];
    for await (const { treeAddress, earlierGeneration, hasDrift } of everyCampaign(api)) {
      campaigns += 1;
      if (!hasDrift) continue;
      differ += 1;
      if (first.length === MAX_NAMED) continue;
      const { drift } = await api.campaign(treeAddress, { creation: earlierGeneration });
      first.push({ treeAddress, earlierGeneration, fields: (drift ?? []).map(({ field }) => field) });
    }
    return { campaigns, differ, first };
  } catch (error) {
    throw asUnreachable(error);
  }
}
