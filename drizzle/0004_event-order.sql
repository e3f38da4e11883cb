DROP INDEX "idx_cancel_events_slot";--> statement-breakpoint
DROP INDEX "idx_cancel_events_block_time";--> statement-breakpoint
DROP INDEX "idx_claim_events_slot";--> statement-breakpoint
DROP INDEX "idx_claim_events_block_time";--> statement-breakpoint
DROP INDEX "idx_claim_events_beneficiary";--> statement-breakpoint
DROP INDEX "idx_instant_refund_events_slot";--> statement-breakpoint
DROP INDEX "idx_instant_refund_events_block_time";--> statement-breakpoint
DROP INDEX "idx_milestone_events_slot";--> statement-breakpoint
DROP INDEX "idx_milestone_events_block_time";--> statement-breakpoint
DROP INDEX "idx_pause_events_slot";--> statement-breakpoint
DROP INDEX "idx_pause_events_block_time";--> statement-breakpoint
DROP INDEX "idx_root_update_events_slot";--> statement-breakpoint
DROP INDEX "idx_root_update_events_block_time";--> statement-breakpoint
DROP INDEX "idx_stream_cancel_events_slot";--> statement-breakpoint
DROP INDEX "idx_stream_cancel_events_block_time";--> statement-breakpoint
DROP INDEX "idx_withdraw_events_slot";--> statement-breakpoint
DROP INDEX "idx_withdraw_events_block_time";--> statement-breakpoint
CREATE INDEX "idx_cancel_events_slot" ON "cancel_events" USING btree ("campaign_id","slot",coalesce(tx_index, -1),"event_index","id");--> statement-breakpoint
CREATE INDEX "idx_cancel_events_block_time" ON "cancel_events" USING btree ("campaign_id","block_time","slot",coalesce(tx_index, -1),"event_index","id");--> statement-breakpoint
CREATE INDEX "idx_claim_events_slot" ON "claim_events" USING btree ("campaign_id","slot",coalesce(tx_index, -1),"event_index","id");--> statement-breakpoint
CREATE INDEX "idx_claim_events_block_time" ON "claim_events" USING btree ("campaign_id","block_time","slot",coalesce(tx_index, -1),"event_index","id");--> statement-breakpoint
CREATE INDEX "idx_claim_events_beneficiary" ON "claim_events" USING btree ("campaign_id","beneficiary","slot",coalesce(tx_index, -1),"event_index","id");--> statement-breakpoint
CREATE INDEX "idx_instant_refund_events_slot" ON "instant_refund_events" USING btree ("campaign_id","slot",coalesce(tx_index, -1),"event_index","id");--> statement-breakpoint
CREATE INDEX "idx_instant_refund_events_block_time" ON "instant_refund_events" USING btree ("campaign_id","block_time","slot",coalesce(tx_index, -1),"event_index","id");--> statement-breakpoint
CREATE INDEX "idx_milestone_events_slot" ON "milestone_events" USING btree ("campaign_id","slot",coalesce(tx_index, -1),"event_index","id");--> statement-breakpoint
CREATE INDEX "idx_milestone_events_block_time" ON "milestone_events" USING btree ("campaign_id","block_time","slot",coalesce(tx_index, -1),"event_index","id");--> statement-breakpoint
CREATE INDEX "idx_pause_events_slot" ON "pause_events" USING btree ("campaign_id","slot",coalesce(tx_index, -1),"event_index","id");--> statement-breakpoint
CREATE INDEX "idx_pause_events_block_time" ON "pause_events" USING btree ("campaign_id","block_time","slot",coalesce(tx_index, -1),"event_index","id");--> statement-breakpoint
CREATE INDEX "idx_root_update_events_slot" ON "root_update_events" USING btree ("campaign_id","slot",coalesce(tx_index, -1),"event_index","id");--> statement-breakpoint
CREATE INDEX "idx_root_update_events_block_time" ON "root_update_events" USING btree ("campaign_id","block_time","slot",coalesce(tx_index, -1),"event_index","id");--> statement-breakpoint
CREATE INDEX "idx_stream_cancel_events_slot" ON "stream_cancel_events" USING btree ("campaign_id","slot",coalesce(tx_index, -1),"event_index","id");--> statement-breakpoint
CREATE INDEX "idx_stream_cancel_events_block_time" ON "stream_cancel_events" USING btree ("campaign_id","block_time","slot",coalesce(tx_index, -1),"event_index","id");--> statement-breakpoint
CREATE INDEX "idx_withdraw_events_slot" ON "withdraw_events" USING btree ("campaign_id","slot",coalesce(tx_index, -1),"event_index","id");--> statement-breakpoint
CREATE INDEX "idx_withdraw_events_block_time" ON "withdraw_events" USING btree ("campaign_id","block_time","slot",coalesce(tx_index, -1),"event_index","id");