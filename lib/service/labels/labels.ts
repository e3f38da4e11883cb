import type * as z from "zod";
import { selectCampaign } from "@/db/queries/campaigns/campaigns";
import { changeLabels, deleteLabels, selectLabelPage } from "@/db/queries/labels/labels";
import type { labelsChangedView, labelsPage } from "@/lib/contract/label";
import type { labelsBody } from "@/lib/contract/requests/labels";
import { ApiError, notFound } from "@/lib/core/errors";
import type { Services } from "@/lib/service/services";
import { labelDecrypter } from "./decrypt-labels";
import { createLabelCipher } from "./label-cipher";

type Used = Pick<Services, "db" | "env" | "now" | "log">;
type Changed = z.output<typeof labelsChangedView>;

type ListQuery = {
  wallet: string;
  campaign?: string | undefined;
  limit: number;
  cursor?: string | undefined;
};

/**
 * Returns a page of the wallet's labels, or of those whose recipients a campaign has or had.
 * @throws ApiError NOT_FOUND for an unknown campaign, and SERVICE_UNAVAILABLE without a key.
 */
export async function listLabels(
  services: Used,
  { wallet, campaign: treeAddress, ...page }: ListQuery,
): Promise<z.output<typeof labelsPage>> {
  const decrypt = labelDecrypter(services);
  const campaignRowId = treeAddress === undefined ? undefined : await findCampaignId(services, treeAddress);
  const { rows, nextCursor } = await selectLabelPage(services.db, { owner: wallet, campaignRowId, ...page });
  return { labels: decrypt(rows), nextCursor };
}

async function findCampaignId({ db }: Pick<Used, "db">, treeAddress: string): Promise<number> {
  const campaign = await selectCampaign(db, { treeAddress });
  if (!campaign) throw notFound("campaign");
  return campaign.id;
}

/**
 * Stores and deletes labels of the wallet in one transaction. Calls `consumeShare` only within the limits, so
 * that a refused request does not use the quota of its network.
 * @throws ApiError FORBIDDEN at a limit, and SERVICE_UNAVAILABLE without a key.
 */
export async function putLabels(
  { db, env, now }: Used,
  {
    wallet: owner,
    labels,
    consumeShare,
  }: z.output<typeof labelsBody> & { wallet: string; consumeShare: () => Promise<void> },
): Promise<Changed> {
  const cipher = createLabelCipher(env);
  const updatedAt = now();
  const filled = labels.filter(({ category, note }) => category !== "" || note !== "");
  const stored = filled.map(({ recipient, category, note }) => ({
    ...{ owner, recipient, updatedAt },
    ...cipher.encrypt({ owner, recipient }, { category, note }),
  }));
  const deleted = labels.filter((label) => !filled.includes(label)).map(({ recipient }) => recipient);
  const max = { perWallet: env.LABELS_PER_WALLET, all: env.LABELS };
  const outcome = await changeLabels(db, { owner, stored, deleted }, max, consumeShare);
  if (outcome === "wallet full") {
    const message = `A wallet can have at most ${max.perWallet} labels. Delete some first.`;
    throw new ApiError("FORBIDDEN", message);
  }
  if (outcome === "full") {
    throw new ApiError(
      "FORBIDDEN",
      "The service has reached its limit of labels. Ask its operator to raise the limit.",
    );
  }
  return { stored: stored.length, deleted: deleted.length };
}

/** Deletes all labels of the wallet, also those that cannot be decrypted and without a key. */
export const removeLabels = async ({ db }: Pick<Used, "db">, wallet: string): Promise<Changed> => ({
  stored: 0,
  deleted: await deleteLabels(db, wallet),
});
