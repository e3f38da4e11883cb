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
ALTER TABLE "campaigns" ADD COLUMN "claimed_sum" numeric DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "claims_complete" boolean GENERATED ALWAYS AS (claimed_sum = (total_claimed::numeric + case when total_claimed < 0 then 18446744073709551616 else 0 end) or (settled and claimed_sum + (settled_amount::numeric + case when settled_amount < 0 then 18446744073709551616 else 0 end) = (total_claimed::numeric + case when total_claimed < 0 then 18446744073709551616 else 0 end))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "has_drift" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "campaign_checks" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "campaign_checks" ADD COLUMN "retry_at" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "claim_record_amounts" ADD CONSTRAINT "claim_record_amounts_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drifts" ADD CONSTRAINT "drifts_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idx_campaigns_claims_incomplete" ON "campaigns" USING btree ("id") WHERE not claims_complete;--> statement-breakpoint
-- The sums of claims that are stored already.
UPDATE "campaigns" SET "claimed_sum" = s.total FROM (SELECT campaign_id, sum(amount::numeric + CASE WHEN amount < 0 THEN 18446744073709551616 ELSE 0 END) AS total FROM "claim_events" GROUP BY 1) s WHERE s.campaign_id = "campaigns"."id";
