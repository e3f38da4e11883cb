import { POST as registerRotation } from "@/app/api/campaigns/[treeAddress]/root-versions/route";
import { POST as register } from "@/app/api/campaigns/route";
import type { Services } from "@/lib/service/services";
import { call, signIn } from "@/tests/support/http";
import type { ScenarioCampaign } from "./scenario-campaign";

/** Registers the current generation, and its newest root, as far as the nodes let it. */
export async function registerCurrent(services: Services, campaign: ScenarioCampaign): Promise<void> {
  const wallet = { address: campaign.creatorAddress, secretKey: campaign.creator.secretKey };
  const params = { treeAddress: campaign.treeAddress };
  const headers = await signIn(wallet, services);
  const { status } = await call(register, { body: campaign.registration(), headers });
  if (status !== 409) return;
  const { merkle, leaves } = campaign.current;
  await call(registerRotation, {
    params,
    headers: await signIn(wallet, services),
    body: {
      merkleRoot: merkle.root,
      leafCount: leaves.length,
      minCliffTime: Number(campaign.minCliffTime),
      leaves: campaign.leavesWithProofs(),
    },
  });
}
