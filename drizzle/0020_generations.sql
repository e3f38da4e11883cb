CREATE TABLE "creations" (
	"tree_address" text NOT NULL,
	"signature" text NOT NULL,
	"event_index" integer NOT NULL,
	"slot" bigint NOT NULL,
	"tx_index" integer,
	"block_time" bigint NOT NULL,
	"creator" text NOT NULL,
	"mint" text NOT NULL,
	"total_supply" bigint NOT NULL,
	"leaf_count" bigint NOT NULL,
	CONSTRAINT "pk_creations" PRIMARY KEY("tree_address","signature","event_index")
);
--> statement-breakpoint
ALTER TABLE "campaigns" DROP CONSTRAINT "uq_campaigns_tree_address";--> statement-breakpoint
ALTER TABLE "campaigns" DROP CONSTRAINT "uq_campaigns_creator_mint_campaign_id";--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "is_current" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "account_created_at" bigint;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "creation_signature" text;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "creation_event_index" integer;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "creation_slot" bigint;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "creation_time" bigint;--> statement-breakpoint
CREATE INDEX "idx_creations_signature" ON "creations" USING btree ("signature");--> statement-breakpoint
CREATE INDEX "idx_creations_slot" ON "creations" USING btree ("slot");--> statement-breakpoint
CREATE INDEX "idx_creations_creator" ON "creations" USING btree ("creator","slot");--> statement-breakpoint
CREATE UNIQUE INDEX "uq_campaigns_current_tree_address" ON "campaigns" USING btree ("tree_address") WHERE is_current;--> statement-breakpoint
CREATE UNIQUE INDEX "uq_campaigns_current_creator_mint_campaign_id" ON "campaigns" USING btree ("creator","mint","campaign_id") WHERE is_current;--> statement-breakpoint
CREATE INDEX "idx_campaigns_tree_address" ON "campaigns" USING btree ("tree_address","id");--> statement-breakpoint
-- Backfill, written by hand: the creations known so far. Their position among the events of their transaction is not
-- known (-1) until the transaction is read again. The first run of the indexer links campaigns to them.
INSERT INTO "creations" ("tree_address", "signature", "event_index", "slot", "block_time", "creator", "mint", "total_supply", "leaf_count")
SELECT "tree_address", "signature", -1, "slot", "block_time", "creator", "mint", "total_supply", "leaf_count" FROM "created_trees";
