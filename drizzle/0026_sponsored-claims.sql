CREATE TABLE "sponsor_quotas" (
	"day" integer NOT NULL,
	"wallet" text NOT NULL,
	"claims" integer NOT NULL,
	"lamports" bigint NOT NULL,
	CONSTRAINT "pk_sponsor_quotas" PRIMARY KEY("day","wallet")
);
--> statement-breakpoint
CREATE TABLE "sponsored_claims" (
	"id" serial PRIMARY KEY NOT NULL,
	"day" integer NOT NULL,
	"wallet" text NOT NULL,
	"tree_address" text NOT NULL,
	"lamports" bigint NOT NULL,
	"last_valid_block_height" bigint NOT NULL,
	"created_at" bigint NOT NULL,
	"state" text NOT NULL,
	"signature" text,
	"content" text,
	"transaction" text
);
--> statement-breakpoint
CREATE INDEX "idx_sponsored_claims_open" ON "sponsored_claims" USING btree ("id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "idx_sponsored_claims_wallet" ON "sponsored_claims" USING btree ("wallet","tree_address","id");