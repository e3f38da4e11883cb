ALTER TABLE "root_versions" ADD COLUMN "first_timed_cliff" bigint;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "first_timed_cliff" bigint;--> statement-breakpoint
-- Only campaigns with milestones go by it.
UPDATE "root_versions" SET "first_timed_cliff" = (SELECT min(l."cliff_time") FROM "leaves" l WHERE l."root_version_id" = "root_versions"."id" AND l."release_type" <> 2) WHERE "used_milestones" <> '{}';--> statement-breakpoint
UPDATE "campaigns" SET "first_timed_cliff" = (SELECT v."first_timed_cliff" FROM "root_versions" v WHERE v."campaign_id" = "campaigns"."id" AND v."merkle_root" = "campaigns"."merkle_root" ORDER BY v."version" DESC LIMIT 1) WHERE "used_milestones" <> '{}';--> statement-breakpoint
ALTER TABLE "campaigns" drop column "claimable_from";--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "claimable_from" bigint GENERATED ALWAYS AS (case when used_milestones && released_milestones then '-9223372036854775808'::bigint when used_milestones <> '{}' then first_timed_cliff else min_cliff_time end) STORED;--> statement-breakpoint
-- The index went with the column, and the counts by time are of what it was.
CREATE INDEX "idx_campaigns_phase" ON "campaigns" USING btree ("phase","created_at","id","cancelled_at","claimable_from");--> statement-breakpoint
DELETE FROM "campaign_counts";--> statement-breakpoint
INSERT INTO "campaign_counts" (filter, phase, level, bucket, campaigns)
SELECT k.filter, c.phase, k.level, k.bucket, count(*)
FROM "campaigns" c, campaign_count_keys(c.creator, c.mint, c.phase, c.claimable_from, c.cancelled_at) k
GROUP BY k.filter, c.phase, k.level, k.bucket;
