ALTER TABLE "cancel_events" ADD COLUMN "derived_fields" text[];--> statement-breakpoint
ALTER TABLE "claim_events" ADD COLUMN "derived_fields" text[];--> statement-breakpoint
ALTER TABLE "instant_refund_events" ADD COLUMN "derived_fields" text[];--> statement-breakpoint
ALTER TABLE "milestone_events" ADD COLUMN "derived_fields" text[];--> statement-breakpoint
ALTER TABLE "pause_events" ADD COLUMN "derived_fields" text[];--> statement-breakpoint
ALTER TABLE "root_update_events" ADD COLUMN "derived_fields" text[];--> statement-breakpoint
ALTER TABLE "stream_cancel_events" ADD COLUMN "derived_fields" text[];--> statement-breakpoint
ALTER TABLE "withdraw_events" ADD COLUMN "derived_fields" text[];--> statement-breakpoint
ALTER TABLE "program_transactions" ADD COLUMN "is_log_cut" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "program_transactions" ADD COLUMN "rereads" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "program_transactions" ADD COLUMN "reread_at" bigint;--> statement-breakpoint
ALTER TABLE "unregistered_events" ADD COLUMN "derived_fields" text[];--> statement-breakpoint
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
-- Cut logs that were read before are asked for again, and what they lost is reconstructed.
UPDATE "program_transactions" SET "is_log_cut" = true, "reread_at" = 0 WHERE "lost_accounts" IS NOT NULL;
