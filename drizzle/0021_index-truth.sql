CREATE TABLE "claim_record_amounts" (
	"campaign_id" integer NOT NULL,
	"beneficiary" text NOT NULL,
	"leaf_index" bigint NOT NULL,
	"milestone_idx" smallint,
	"missing" bigint NOT NULL,
	"slot" bigint NOT NULL,
	CONSTRAINT "claim_record_amounts_campaign_id_beneficiary_leaf_index_pk" PRIMARY KEY("campaign_id","beneficiary","leaf_index")
);
--> statement-breakpoint
CREATE TABLE "drifts" (
	"campaign_id" integer NOT NULL,
	"field" text NOT NULL,
	"indexed" text NOT NULL,
	"on_chain" text NOT NULL,
	"slot" bigint NOT NULL,
	"detected_at" bigint NOT NULL,
	CONSTRAINT "drifts_campaign_id_field_pk" PRIMARY KEY("campaign_id","field")
);
--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "vault_balance" bigint;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "vault_slot" bigint;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "claimed_sum" numeric DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "claims_complete" boolean GENERATED ALWAYS AS (claimed_sum = (total_claimed::numeric + case when total_claimed < 0 then 18446744073709551616 else 0 end) or (settled and claimed_sum + (settled_amount::numeric + case when settled_amount < 0 then 18446744073709551616 else 0 end) = (total_claimed::numeric + case when total_claimed < 0 then 18446744073709551616 else 0 end))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "has_drift" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "cancel_events" ADD COLUMN "derived_fields" text[];--> statement-breakpoint
ALTER TABLE "claim_events" ADD COLUMN "derived_fields" text[];--> statement-breakpoint
ALTER TABLE "instant_refund_events" ADD COLUMN "derived_fields" text[];--> statement-breakpoint
ALTER TABLE "milestone_events" ADD COLUMN "derived_fields" text[];--> statement-breakpoint
ALTER TABLE "pause_events" ADD COLUMN "derived_fields" text[];--> statement-breakpoint
ALTER TABLE "root_update_events" ADD COLUMN "derived_fields" text[];--> statement-breakpoint
ALTER TABLE "stream_cancel_events" ADD COLUMN "derived_fields" text[];--> statement-breakpoint
ALTER TABLE "withdraw_events" ADD COLUMN "derived_fields" text[];--> statement-breakpoint
ALTER TABLE "campaign_checks" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "campaign_checks" ADD COLUMN "retry_at" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "program_transactions" ADD COLUMN "is_log_cut" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "program_transactions" ADD COLUMN "rereads" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "program_transactions" ADD COLUMN "reread_at" bigint;--> statement-breakpoint
ALTER TABLE "unregistered_events" ADD COLUMN "derived_fields" text[];--> statement-breakpoint
ALTER TABLE "claim_record_amounts" ADD CONSTRAINT "claim_record_amounts_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drifts" ADD CONSTRAINT "drifts_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idx_campaigns_claims_incomplete" ON "campaigns" USING btree ("id") WHERE not claims_complete;--> statement-breakpoint
CREATE INDEX "idx_cancel_events_derived" ON "cancel_events" USING btree ("campaign_id") WHERE derived_fields is not null;--> statement-breakpoint
CREATE INDEX "idx_claim_events_derived" ON "claim_events" USING btree ("campaign_id") WHERE derived_fields is not null;--> statement-breakpoint
CREATE INDEX "idx_instant_refund_events_derived" ON "instant_refund_events" USING btree ("campaign_id") WHERE derived_fields is not null;--> statement-breakpoint
CREATE INDEX "idx_milestone_events_derived" ON "milestone_events" USING btree ("campaign_id") WHERE derived_fields is not null;--> statement-breakpoint
CREATE INDEX "idx_pause_events_derived" ON "pause_events" USING btree ("campaign_id") WHERE derived_fields is not null;--> statement-breakpoint
CREATE INDEX "idx_root_update_events_derived" ON "root_update_events" USING btree ("campaign_id") WHERE derived_fields is not null;--> statement-breakpoint
CREATE INDEX "idx_stream_cancel_events_derived" ON "stream_cancel_events" USING btree ("campaign_id") WHERE derived_fields is not null;--> statement-breakpoint
CREATE INDEX "idx_withdraw_events_derived" ON "withdraw_events" USING btree ("campaign_id") WHERE derived_fields is not null;--> statement-breakpoint
CREATE INDEX "idx_program_transactions_reread" ON "program_transactions" USING btree ("reread_at") WHERE reread_at is not null;--> statement-breakpoint
CREATE INDEX "idx_program_transactions_log_cut" ON "program_transactions" USING btree ("slot") WHERE is_log_cut;--> statement-breakpoint
-- Backfill, written by hand: transactions whose log was cut are fetched again, and their lost events are reconstructed.
UPDATE "program_transactions" SET "is_log_cut" = true, "reread_at" = 0 WHERE "lost_accounts" IS NOT NULL;--> statement-breakpoint
-- Backfill, written by hand: the sums of the claims that are stored.
UPDATE "campaigns" SET "claimed_sum" = s.total FROM (SELECT campaign_id, sum(amount::numeric + CASE WHEN amount < 0 THEN 18446744073709551616 ELSE 0 END) AS total FROM "claim_events" GROUP BY 1) s WHERE s.campaign_id = "campaigns"."id";
