CREATE TABLE "token_logos" (
	"mint" text PRIMARY KEY NOT NULL,
	"uri" text NOT NULL,
	"logo_uri" text,
	"media_type" text,
	"content" "bytea",
	"fetched_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "token_metadata" (
	"mint" text PRIMARY KEY NOT NULL,
	"found" boolean NOT NULL,
	"symbol" text,
	"name" text,
	"uri" text,
	"fetched_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "idx_token_logos_fetched_at" ON "token_logos" USING btree ("fetched_at");