CREATE TABLE "confirmation_lists" (
	"id" text PRIMARY KEY NOT NULL,
	"creator" text NOT NULL,
	"name" text NOT NULL,
	"recipient_count" integer NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "confirmation_recipients" (
	"list_id" text NOT NULL,
	"row" integer NOT NULL,
	"reference" text,
	"wallet" text,
	"invite_hash" text,
	"confirmed_at" bigint,
	"signed_message" text,
	"signature" text,
	CONSTRAINT "confirmation_recipients_list_id_row_pk" PRIMARY KEY("list_id","row"),
	CONSTRAINT "uq_confirmation_recipients_wallet" UNIQUE("list_id","wallet")
);
--> statement-breakpoint
ALTER TABLE "confirmation_recipients" ADD CONSTRAINT "confirmation_recipients_list_id_confirmation_lists_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."confirmation_lists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idx_confirmation_lists_creator" ON "confirmation_lists" USING btree ("creator","created_at");