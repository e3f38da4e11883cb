ALTER TABLE "campaigns" drop column "claims_complete";--> statement-breakpoint
-- The account of a settled stream counts the settlement. Totals from such an account contained it.
UPDATE "campaigns" c SET "total_claimed" = (CASE WHEN t.total > 9223372036854775807 THEN t.total - 18446744073709551616 ELSE t.total END)::bigint
FROM (
  SELECT id, total_claimed::numeric + CASE WHEN total_claimed < 0 THEN 18446744073709551616 ELSE 0 END
    - settled_amount::numeric - CASE WHEN settled_amount < 0 THEN 18446744073709551616 ELSE 0 END AS total
  FROM "campaigns" WHERE settled) t
WHERE c.id = t.id AND t.total >= 0 AND EXISTS (
  SELECT FROM "account_snapshots" s JOIN "stream_cancel_events" e ON e.slot <= s.slot
  WHERE s.tree_address = c.tree_address AND s.total_claimed = c.total_claimed AND e.campaign_id = c.id);--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "claims_complete" boolean GENERATED ALWAYS AS (claimed_sum = (total_claimed::numeric + case when total_claimed < 0 then 18446744073709551616 else 0 end)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "idx_campaigns_claims_incomplete" ON "campaigns" USING btree ("id") WHERE not claims_complete;
