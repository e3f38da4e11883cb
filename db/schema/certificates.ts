import { bigint, pgTable, text } from "drizzle-orm/pg-core";
import { campaignRow } from "./campaigns";

/** The newest solvency certificate of each campaign, as its operator stored it. */
export const certificates = pgTable("certificates", {
  campaignId: campaignRow().primaryKey(),
  /** The slot of the certified state. */
  slot: bigint("slot", { mode: "bigint" }).notNull(),
  /** The certificate as JSON. */
  document: text("document").notNull(),
});
