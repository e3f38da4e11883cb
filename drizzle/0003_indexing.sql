CREATE TABLE "account_snapshots" (
	"tree_address" text PRIMARY KEY NOT NULL,
	"slot" bigint NOT NULL,
	"merkle_root" text NOT NULL,
	"leaf_count" bigint NOT NULL,
	"total_claimed" bigint NOT NULL,
	"cancelled_at" bigint,
	"paused" boolean NOT NULL,
	"instant_refunded" boolean NOT NULL,
	"released_milestones" smallint[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "campaign_checks" (
	"tree_address" text PRIMARY KEY NOT NULL,
	"drift" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "program_transactions" (
	"signature" text PRIMARY KEY NOT NULL,
	"slot" bigint NOT NULL,
	"tx_index" integer,
	"block_time" bigint,
	"status" text NOT NULL,
	"finalized" boolean DEFAULT false NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"event_count" integer DEFAULT 0 NOT NULL,
	"fault" text,
	"lost_accounts" text[]
);
--> statement-breakpoint
CREATE INDEX "idx_program_transactions_slot" ON "program_transactions" USING btree ("slot");--> statement-breakpoint
CREATE INDEX "idx_program_transactions_open" ON "program_transactions" USING btree ("slot",coalesce(tx_index, -1),"signature") WHERE status in ('discovered', 'unreadable');--> statement-breakpoint
CREATE INDEX "idx_program_transactions_unfinalized" ON "program_transactions" USING btree ("slot") WHERE not finalized;--> statement-breakpoint
CREATE INDEX "idx_program_transactions_lost_accounts" ON "program_transactions" USING gin ("lost_accounts") WHERE lost_accounts is not null;