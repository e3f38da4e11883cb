CREATE TABLE "created_trees" (
	"tree_address" text PRIMARY KEY NOT NULL,
	"creator" text NOT NULL,
	"mint" text NOT NULL,
	"total_supply" bigint NOT NULL,
	"leaf_count" bigint NOT NULL,
	"signature" text NOT NULL,
	"slot" bigint NOT NULL,
	"block_time" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "metadata_corrections" (
	"id" serial PRIMARY KEY NOT NULL,
	"campaign_id" integer NOT NULL,
	"wallet" text NOT NULL,
	"corrected_at" bigint NOT NULL,
	"before" json,
	"after" json
);
--> statement-breakpoint
CREATE TABLE "unlock_sums" (
	"root_version_id" integer PRIMARY KEY NOT NULL,
	"months" integer[] NOT NULL,
	"amounts" numeric[] NOT NULL,
	"milestones" smallint[] NOT NULL,
	"milestone_amounts" numeric[] NOT NULL,
	"milestone_cliffs" bigint[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "metadata_corrections" ADD CONSTRAINT "metadata_corrections_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unlock_sums" ADD CONSTRAINT "unlock_sums_root_version_id_root_versions_id_fk" FOREIGN KEY ("root_version_id") REFERENCES "public"."root_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idx_created_trees_creator" ON "created_trees" USING btree ("creator","slot");--> statement-breakpoint
CREATE INDEX "idx_metadata_corrections_campaign" ON "metadata_corrections" USING btree ("campaign_id","id","corrected_at");