import { type SQL, sql } from "drizzle-orm";
import { campaigns } from "@/db/schema";

/** Identifies a campaign by its address: the current one, or the earlier generation that `creation` names. */
export type CampaignKey = { treeAddress: string; creation?: string | undefined };

/**
 * The name of a generation in URLs: the signature of its creation, or its creation time if the signature is
 * unknown.
 */
const generationName = sql`coalesce(campaigns.creation_signature, campaigns.account_created_at::text,
  campaigns.created_at::text)`;

/** The generation name of a campaign whose address was created again later; null for the current campaign. */
export const earlierGeneration = sql<
  string | null
>`case when campaigns.is_current then null else ${generationName} end`;

/** The condition that selects the campaign of a `CampaignKey`; `creation` is null for the current one. */
export const isKeyed: SQL = sql`${campaigns.treeAddress} = ${sql.placeholder("treeAddress")}
  and case when ${sql.placeholder("creation")}::text is null then ${campaigns.isCurrent}
    else ${generationName} = ${sql.placeholder("creation")}::text end`;

/** The row id of the campaign that `isKeyed` selects. */
export const keyedCampaignId: SQL = sql`(select id from ${campaigns} where ${isKeyed} order by id desc limit 1)`;

/** Returns the placeholder values of a key. */
export const valuesOfKey = ({ treeAddress, creation = undefined }: CampaignKey) => ({
  treeAddress,
  creation: creation ?? null,
});
