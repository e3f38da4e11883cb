CREATE TABLE "reminder_subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"wallet" text NOT NULL,
	"channel" text NOT NULL,
	"target" text NOT NULL,
	"secret" text NOT NULL,
	"origin" text,
	"language" text NOT NULL,
	"kinds" text[] NOT NULL,
	"leads" integer[] NOT NULL,
	"created_at" bigint NOT NULL,
	"confirmed_at" bigint,
	"stopped_at" bigint,
	"stopped_reason" text,
	"next_scan_ms" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reminders" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"subscription_id" text NOT NULL,
	"kind" text NOT NULL,
	"lead_seconds" integer NOT NULL,
	"day" integer NOT NULL,
	"campaign_id" integer NOT NULL,
	"due_at" bigint NOT NULL,
	"sent_at" bigint,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_ms" bigint DEFAULT 0 NOT NULL,
	"holder" text,
	"last_error" text,
	CONSTRAINT "uq_reminders_key" UNIQUE("subscription_id","kind","lead_seconds","day","campaign_id")
);
--> statement-breakpoint
ALTER TABLE "unlock_sums" ADD COLUMN "last_unlock" bigint;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_subscription_id_reminder_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."reminder_subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idx_reminder_subscriptions_wallet" ON "reminder_subscriptions" USING btree ("wallet","created_at");--> statement-breakpoint
CREATE INDEX "idx_reminder_subscriptions_scan" ON "reminder_subscriptions" USING btree ("next_scan_ms") WHERE confirmed_at is not null and stopped_at is null;--> statement-breakpoint
CREATE INDEX "idx_reminder_subscriptions_unconfirmed" ON "reminder_subscriptions" USING btree ("created_at") WHERE confirmed_at is null;--> statement-breakpoint
CREATE INDEX "idx_reminder_subscriptions_stopped" ON "reminder_subscriptions" USING btree ("stopped_at") WHERE stopped_at is not null;--> statement-breakpoint
CREATE INDEX "idx_reminders_unsent" ON "reminders" USING btree ("next_attempt_ms","id") WHERE sent_at is null;--> statement-breakpoint
CREATE INDEX "idx_reminders_due_at" ON "reminders" USING btree ("due_at");