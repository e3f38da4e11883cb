CREATE TABLE "campaigns" (
	"id" serial PRIMARY KEY NOT NULL,
	"tree_address" text NOT NULL,
	"creator" text NOT NULL,
	"mint" text NOT NULL,
	"campaign_id" bigint NOT NULL,
	"merkle_root" text NOT NULL,
	"leaf_count" bigint NOT NULL,
	"total_supply" bigint NOT NULL,
	"total_claimed" bigint DEFAULT 0 NOT NULL,
	"cancellable" boolean DEFAULT false NOT NULL,
	"cancel_authority" text,
	"pause_authority" text,
	"min_cliff_time" bigint,
	"cancelled_at" bigint,
	"paused" boolean DEFAULT false NOT NULL,
	"instant_refunded" boolean DEFAULT false NOT NULL,
	"created_at" bigint NOT NULL,
	"metadata" json,
	"verified" boolean DEFAULT false NOT NULL,
	"settled" boolean DEFAULT false NOT NULL,
	"used_milestones" smallint[] DEFAULT '{}' NOT NULL,
	"released_milestones" smallint[] DEFAULT '{}' NOT NULL,
	"event_count" bigint DEFAULT 0 NOT NULL,
	"claim_count" bigint DEFAULT 0 NOT NULL,
	"unique_claimers" bigint DEFAULT 0 NOT NULL,
	"phase" text GENERATED ALWAYS AS (case when instant_refunded then 'instant_refunded' when settled then 'settled' when cancelled_at is not null then 'cancelled' when total_supply <> 0 and (total_claimed # '-9223372036854775808'::bigint) >= (total_supply # '-9223372036854775808'::bigint) then 'claimed' when paused then 'paused' else 'open' end) STORED NOT NULL,
	"claimable_from" bigint GENERATED ALWAYS AS (case when used_milestones && released_milestones then '-9223372036854775808'::bigint else min_cliff_time end) STORED,
	CONSTRAINT "uq_campaigns_tree_address" UNIQUE("tree_address"),
	CONSTRAINT "uq_campaigns_creator_mint_campaign_id" UNIQUE("creator","mint","campaign_id")
);
--> statement-breakpoint
CREATE TABLE "cancel_events" (
	"id" serial PRIMARY KEY NOT NULL,
	"campaign_id" integer NOT NULL,
	"signature" text NOT NULL,
	"event_index" integer NOT NULL,
	"slot" bigint NOT NULL,
	"tx_index" integer,
	"block_time" bigint NOT NULL,
	"cancelled_at" bigint NOT NULL,
	"claimed_at_cancel" bigint NOT NULL,
	CONSTRAINT "uq_cancel_events_signature_event_index" UNIQUE("signature","event_index")
);
--> statement-breakpoint
CREATE TABLE "claim_events" (
	"id" serial PRIMARY KEY NOT NULL,
	"campaign_id" integer NOT NULL,
	"signature" text NOT NULL,
	"event_index" integer NOT NULL,
	"slot" bigint NOT NULL,
	"tx_index" integer,
	"block_time" bigint NOT NULL,
	"beneficiary" text NOT NULL,
	"leaf_index" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"total_claimed_by_user" bigint NOT NULL,
	"total_claimed_overall" bigint NOT NULL,
	"milestone_idx" smallint,
	CONSTRAINT "uq_claim_events_signature_event_index" UNIQUE("signature","event_index")
);
--> statement-breakpoint
CREATE TABLE "instant_refund_events" (
	"id" serial PRIMARY KEY NOT NULL,
	"campaign_id" integer NOT NULL,
	"signature" text NOT NULL,
	"event_index" integer NOT NULL,
	"slot" bigint NOT NULL,
	"tx_index" integer,
	"block_time" bigint NOT NULL,
	"cancelled_at" bigint NOT NULL,
	"refunded_to" text NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "uq_instant_refund_events_signature_event_index" UNIQUE("signature","event_index")
);
--> statement-breakpoint
CREATE TABLE "milestone_events" (
	"id" serial PRIMARY KEY NOT NULL,
	"campaign_id" integer NOT NULL,
	"signature" text NOT NULL,
	"event_index" integer NOT NULL,
	"slot" bigint NOT NULL,
	"tx_index" integer,
	"block_time" bigint NOT NULL,
	"milestone_idx" smallint NOT NULL,
	"released_by" text NOT NULL,
	CONSTRAINT "uq_milestone_events_signature_event_index" UNIQUE("signature","event_index")
);
--> statement-breakpoint
CREATE TABLE "pause_events" (
	"id" serial PRIMARY KEY NOT NULL,
	"campaign_id" integer NOT NULL,
	"signature" text NOT NULL,
	"event_index" integer NOT NULL,
	"slot" bigint NOT NULL,
	"tx_index" integer,
	"block_time" bigint NOT NULL,
	"paused" boolean NOT NULL,
	CONSTRAINT "uq_pause_events_signature_event_index" UNIQUE("signature","event_index")
);
--> statement-breakpoint
CREATE TABLE "root_update_events" (
	"id" serial PRIMARY KEY NOT NULL,
	"campaign_id" integer NOT NULL,
	"signature" text NOT NULL,
	"event_index" integer NOT NULL,
	"slot" bigint NOT NULL,
	"tx_index" integer,
	"block_time" bigint NOT NULL,
	"old_root" text NOT NULL,
	"new_root" text NOT NULL,
	"new_leaf_count" bigint NOT NULL,
	CONSTRAINT "uq_root_update_events_signature_event_index" UNIQUE("signature","event_index")
);
--> statement-breakpoint
CREATE TABLE "stream_cancel_events" (
	"id" serial PRIMARY KEY NOT NULL,
	"campaign_id" integer NOT NULL,
	"signature" text NOT NULL,
	"event_index" integer NOT NULL,
	"slot" bigint NOT NULL,
	"tx_index" integer,
	"block_time" bigint NOT NULL,
	"cancelled_at" bigint NOT NULL,
	"amount_to_beneficiary" bigint NOT NULL,
	"amount_to_creator" bigint NOT NULL,
	CONSTRAINT "uq_stream_cancel_events_signature_event_index" UNIQUE("signature","event_index")
);
--> statement-breakpoint
CREATE TABLE "withdraw_events" (
	"id" serial PRIMARY KEY NOT NULL,
	"campaign_id" integer NOT NULL,
	"signature" text NOT NULL,
	"event_index" integer NOT NULL,
	"slot" bigint NOT NULL,
	"tx_index" integer,
	"block_time" bigint NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "uq_withdraw_events_signature_event_index" UNIQUE("signature","event_index")
);
--> statement-breakpoint
CREATE TABLE "sync_state" (
	"key" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unregistered_events" (
	"id" serial PRIMARY KEY NOT NULL,
	"tree_address" text NOT NULL,
	"signature" text NOT NULL,
	"event_index" integer NOT NULL,
	"slot" bigint NOT NULL,
	"tx_index" integer,
	"block_time" bigint NOT NULL,
	"payload" text NOT NULL,
	CONSTRAINT "uq_unregistered_events_signature_event_index" UNIQUE("signature","event_index")
);
--> statement-breakpoint
CREATE TABLE "waitlist" (
	"id" serial PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "uq_waitlist_email" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "leaves" (
	"id" serial PRIMARY KEY NOT NULL,
	"root_version_id" integer NOT NULL,
	"leaf_index" bigint NOT NULL,
	"beneficiary" text NOT NULL,
	"amount" bigint NOT NULL,
	"release_type" smallint NOT NULL,
	"start_time" bigint NOT NULL,
	"cliff_time" bigint NOT NULL,
	"end_time" bigint NOT NULL,
	"milestone_idx" smallint DEFAULT 0 NOT NULL,
	"proof" json NOT NULL,
	CONSTRAINT "uq_leaves_root_version_leaf_index" UNIQUE("root_version_id","leaf_index")
);
--> statement-breakpoint
CREATE TABLE "root_versions" (
	"id" serial PRIMARY KEY NOT NULL,
	"campaign_id" integer NOT NULL,
	"merkle_root" text NOT NULL,
	"leaf_count" bigint NOT NULL,
	"min_cliff_time" bigint NOT NULL,
	"ipfs_cid" text,
	"version" integer NOT NULL,
	"created_at" bigint NOT NULL,
	"used_milestones" smallint[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "uq_root_versions_campaign_version" UNIQUE("campaign_id","version")
);
--> statement-breakpoint
ALTER TABLE "cancel_events" ADD CONSTRAINT "cancel_events_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_events" ADD CONSTRAINT "claim_events_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instant_refund_events" ADD CONSTRAINT "instant_refund_events_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "milestone_events" ADD CONSTRAINT "milestone_events_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pause_events" ADD CONSTRAINT "pause_events_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "root_update_events" ADD CONSTRAINT "root_update_events_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_cancel_events" ADD CONSTRAINT "stream_cancel_events_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdraw_events" ADD CONSTRAINT "withdraw_events_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leaves" ADD CONSTRAINT "leaves_root_version_id_root_versions_id_fk" FOREIGN KEY ("root_version_id") REFERENCES "public"."root_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "root_versions" ADD CONSTRAINT "root_versions_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idx_campaigns_created_at" ON "campaigns" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "idx_campaigns_creator" ON "campaigns" USING btree ("creator","created_at","id");--> statement-breakpoint
CREATE INDEX "idx_campaigns_mint" ON "campaigns" USING btree ("mint","created_at","id");--> statement-breakpoint
CREATE INDEX "idx_campaigns_merkle_root" ON "campaigns" USING btree ("merkle_root");--> statement-breakpoint
CREATE INDEX "idx_campaigns_phase" ON "campaigns" USING btree ("phase","created_at","id","cancelled_at","claimable_from");--> statement-breakpoint
CREATE INDEX "idx_cancel_events_slot" ON "cancel_events" USING btree ("campaign_id","slot",coalesce(tx_index, -1));--> statement-breakpoint
CREATE INDEX "idx_cancel_events_block_time" ON "cancel_events" USING btree ("campaign_id","block_time","slot",coalesce(tx_index, -1));--> statement-breakpoint
CREATE INDEX "idx_claim_events_slot" ON "claim_events" USING btree ("campaign_id","slot",coalesce(tx_index, -1));--> statement-breakpoint
CREATE INDEX "idx_claim_events_block_time" ON "claim_events" USING btree ("campaign_id","block_time","slot",coalesce(tx_index, -1));--> statement-breakpoint
CREATE INDEX "idx_claim_events_beneficiary" ON "claim_events" USING btree ("campaign_id","beneficiary","slot",coalesce(tx_index, -1));--> statement-breakpoint
CREATE INDEX "idx_instant_refund_events_slot" ON "instant_refund_events" USING btree ("campaign_id","slot",coalesce(tx_index, -1));--> statement-breakpoint
CREATE INDEX "idx_instant_refund_events_block_time" ON "instant_refund_events" USING btree ("campaign_id","block_time","slot",coalesce(tx_index, -1));--> statement-breakpoint
CREATE INDEX "idx_milestone_events_slot" ON "milestone_events" USING btree ("campaign_id","slot",coalesce(tx_index, -1));--> statement-breakpoint
CREATE INDEX "idx_milestone_events_block_time" ON "milestone_events" USING btree ("campaign_id","block_time","slot",coalesce(tx_index, -1));--> statement-breakpoint
CREATE INDEX "idx_pause_events_slot" ON "pause_events" USING btree ("campaign_id","slot",coalesce(tx_index, -1));--> statement-breakpoint
CREATE INDEX "idx_pause_events_block_time" ON "pause_events" USING btree ("campaign_id","block_time","slot",coalesce(tx_index, -1));--> statement-breakpoint
CREATE INDEX "idx_root_update_events_slot" ON "root_update_events" USING btree ("campaign_id","slot",coalesce(tx_index, -1));--> statement-breakpoint
CREATE INDEX "idx_root_update_events_block_time" ON "root_update_events" USING btree ("campaign_id","block_time","slot",coalesce(tx_index, -1));--> statement-breakpoint
CREATE INDEX "idx_stream_cancel_events_slot" ON "stream_cancel_events" USING btree ("campaign_id","slot",coalesce(tx_index, -1));--> statement-breakpoint
CREATE INDEX "idx_stream_cancel_events_block_time" ON "stream_cancel_events" USING btree ("campaign_id","block_time","slot",coalesce(tx_index, -1));--> statement-breakpoint
CREATE INDEX "idx_withdraw_events_slot" ON "withdraw_events" USING btree ("campaign_id","slot",coalesce(tx_index, -1));--> statement-breakpoint
CREATE INDEX "idx_withdraw_events_block_time" ON "withdraw_events" USING btree ("campaign_id","block_time","slot",coalesce(tx_index, -1));--> statement-breakpoint
CREATE INDEX "idx_unregistered_events_tree" ON "unregistered_events" USING btree ("tree_address","id");--> statement-breakpoint
CREATE INDEX "idx_leaves_beneficiary" ON "leaves" USING btree ("beneficiary","root_version_id","leaf_index");