CREATE TABLE "campaign_counts" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"filter" text NOT NULL,
	"phase" text NOT NULL,
	"level" smallint NOT NULL,
	"bucket" bigint NOT NULL,
	"campaigns" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "idx_campaign_counts_key" ON "campaign_counts" USING btree ("filter","phase","level","bucket","campaigns");