import { selectCampaign } from "@/db/queries/campaigns/campaigns";
import type { CampaignKey } from "@/db/queries/campaigns/generation";
import { selectLabelPage, selectLabelsOf } from "@/db/queries/labels/labels";
import type { LabelView } from "@/lib/contract/label";
import { ApiError, notFound } from "@/lib/core/errors";
import type { Services } from "@/lib/service/services";
import { labelDecrypter } from "./decrypt-labels";

/** Labels that one query reads. */
const LABELS_PER_QUERY = 1_000;

/** The label of a recipient without its time; all null for a recipient without a label. */
type RowLabel = Pick<LabelView, "category" | "note" | "readable">;

const NO_LABEL: RowLabel = { category: null, note: null, readable: true };

/** Reads the labels of the creator of a campaign. */
export type CreatorLabels = {
  /** Adds its label to each row; the number of rows must be bounded. */
  addTo<Row extends { beneficiary: string }>(rows: readonly Row[]): Promise<(Row & RowLabel)[]>;
  /** Returns all labels of recipients of the campaign, without their notes. The limit per wallet bounds them. */
  readCategories(): Promise<Pick<LabelView, "recipient" | "category" | "readable">[]>;
};

type SignedCampaign = CampaignKey & { wallet: string | undefined };

/**
 * Returns the labels of a campaign's creator for the wallet that signed the request; undefined without a signature.
 * @throws ApiError NOT_FOUND for an unknown campaign, FORBIDDEN for a wallet that is not its creator, and
 *   SERVICE_UNAVAILABLE without a key.
 */
export async function readCreatorLabels(
  services: Pick<Services, "db" | "env" | "log">,
  { wallet: owner, ...key }: SignedCampaign,
): Promise<CreatorLabels | undefined> {
  if (owner === undefined) return undefined;
  const { db } = services;
  const campaign = await selectCampaign(db, key);
  if (!campaign) throw notFound("campaign");
  if (campaign.creator !== owner) {
    throw new ApiError("FORBIDDEN", "Only the creator of this campaign can read it with labels.");
  }
  const decrypt = labelDecrypter(services);
  return {
    addTo: async (rows) => {
      const recipients = [...new Set(rows.map(({ beneficiary }) => beneficiary))];
      const labels = decrypt(await selectLabelsOf(db, { owner, recipients }));
      const byRecipient = new Map(
        labels.map(({ recipient, category, note, readable }) => [recipient, { category, note, readable }]),
      );
      return rows.map((row) => ({ ...row, ...(byRecipient.get(row.beneficiary) ?? NO_LABEL) }));
    },
    readCategories: async () => {
      const found: Awaited<ReturnType<CreatorLabels["readCategories"]>> = [];
      let cursor: string | undefined;
      do {
        const query = { owner, campaignRowId: campaign.id, limit: LABELS_PER_QUERY, cursor };
        const { rows, nextCursor } = await selectLabelPage(db, query);
        for (const { recipient, category, readable } of decrypt(rows)) {
          found.push({ recipient, category, readable });
        }
        cursor = nextCursor ?? undefined;
      } while (cursor !== undefined);
      return found;
    },
  };
}
