CREATE TABLE "overclaims" (
	"campaign_id" integer NOT NULL,
	"beneficiary" text NOT NULL,
	"leaf_index" bigint NOT NULL,
	"allocated" bigint NOT NULL,
	"claimed" numeric NOT NULL,
	"told" boolean DEFAULT false NOT NULL,
	CONSTRAINT "overclaims_campaign_id_beneficiary_leaf_index_pk" PRIMARY KEY("campaign_id","beneficiary","leaf_index")
);
--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "settled_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "withdrawn" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "overclaims" ADD CONSTRAINT "overclaims_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- What the new columns say of a database that already has events; an ended campaign is no longer paused.
UPDATE "campaigns" SET "settled_amount" = s."amount_to_beneficiary" FROM "stream_cancel_events" s WHERE s."campaign_id" = "campaigns"."id";--> statement-breakpoint
UPDATE "campaigns" SET "withdrawn" = true WHERE EXISTS (SELECT 1 FROM "withdraw_events" w WHERE w."campaign_id" = "campaigns"."id");--> statement-breakpoint
UPDATE "campaigns" SET "paused" = false WHERE "paused" AND ("settled" OR "instant_refunded");--> statement-breakpoint
INSERT INTO "overclaims" ("campaign_id", "beneficiary", "leaf_index", "allocated", "claimed")
SELECT p.campaign_id, p.beneficiary, p.leaf_index, g.amount, p.claimed
FROM (SELECT campaign_id, beneficiary, leaf_index, sum(amount::numeric + CASE WHEN amount < 0 THEN 18446744073709551616 ELSE 0 END) AS claimed FROM "claim_events" GROUP BY 1, 2, 3) p
CROSS JOIN LATERAL (SELECT l.amount FROM "root_versions" v JOIN "leaves" l ON l.root_version_id = v.id WHERE v.campaign_id = p.campaign_id AND l.leaf_index = p.leaf_index AND l.beneficiary = p.beneficiary ORDER BY v.version DESC LIMIT 1) g
WHERE p.claimed > g.amount::numeric + CASE WHEN g.amount < 0 THEN 18446744073709551616 ELSE 0 END;
