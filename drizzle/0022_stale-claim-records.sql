CREATE TABLE "stale_claim_reads" (
	"campaign_id" integer PRIMARY KEY NOT NULL,
	"root_version" integer DEFAULT 0 NOT NULL,
	"next_leaf" bigint DEFAULT 0,
	"min_slot" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stale_claim_records" (
	"campaign_id" integer NOT NULL,
	"leaf_index" bigint NOT NULL,
	"beneficiary" text NOT NULL,
	"milestone_idx" smallint,
	"amount" bigint NOT NULL,
	"slot" bigint NOT NULL,
	CONSTRAINT "stale_claim_records_campaign_id_leaf_index_pk" PRIMARY KEY("campaign_id","leaf_index")
);
--> statement-breakpoint
ALTER TABLE "stale_claim_reads" ADD CONSTRAINT "stale_claim_reads_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stale_claim_records" ADD CONSTRAINT "stale_claim_records_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idx_stale_claim_records_beneficiary" ON "stale_claim_records" USING btree ("beneficiary","campaign_id");--> statement-breakpoint
-- Backfill, written by hand: registered campaigns whose address had an earlier generation.
INSERT INTO "stale_claim_reads" ("campaign_id") SELECT c.id FROM "campaigns" c WHERE c.is_current AND (
	EXISTS (SELECT FROM "campaigns" o WHERE o.tree_address = c.tree_address AND o.id < c.id)
	OR EXISTS (SELECT FROM "creations" n WHERE n.tree_address = c.tree_address AND n.slot < c.creation_slot));
