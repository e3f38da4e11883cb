CREATE TABLE "webhook_deliveries" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"endpoint_id" text NOT NULL,
	"campaign_id" integer NOT NULL,
	"type" text NOT NULL,
	"signature" text NOT NULL,
	"event_index" integer NOT NULL,
	"slot" bigint NOT NULL,
	"tx_index" integer,
	"block_time" bigint NOT NULL,
	"stored_at" bigint DEFAULT extract(epoch from now())::bigint NOT NULL,
	"delivered_at" bigint,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" bigint,
	"last_attempt_at" bigint,
	"last_status" integer,
	"last_error" text,
	CONSTRAINT "uq_webhook_deliveries_event_endpoint" UNIQUE("signature","event_index","endpoint_id")
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" text PRIMARY KEY NOT NULL,
	"wallet" text NOT NULL,
	"url" text NOT NULL,
	"secret" text NOT NULL,
	"previous_secret" text,
	"previous_until" bigint,
	"campaigns" text[],
	"address" text,
	"creator" text,
	"types" text[],
	"disabled_at" bigint,
	"disabled_reason" text,
	"failing_since" bigint,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_lanes" (
	"endpoint_id" text NOT NULL,
	"campaign_id" integer NOT NULL,
	"due_ms" bigint,
	"holder" text,
	CONSTRAINT "pk_webhook_lanes" PRIMARY KEY("endpoint_id","campaign_id")
);
--> statement-breakpoint
CREATE TABLE "webhook_topics" (
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"endpoint_id" text NOT NULL,
	CONSTRAINT "pk_webhook_topics" PRIMARY KEY("kind","subject","endpoint_id")
);
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_lanes" ADD CONSTRAINT "webhook_lanes_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_lanes" ADD CONSTRAINT "webhook_lanes_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_topics" ADD CONSTRAINT "webhook_topics_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idx_webhook_deliveries_lane" ON "webhook_deliveries" USING btree ("endpoint_id","campaign_id","slot",coalesce(tx_index, -1),"signature","event_index") WHERE delivered_at is null;--> statement-breakpoint
CREATE INDEX "idx_webhook_deliveries_endpoint" ON "webhook_deliveries" USING btree ("endpoint_id","id");--> statement-breakpoint
CREATE INDEX "idx_webhook_deliveries_campaign" ON "webhook_deliveries" USING btree ("campaign_id");--> statement-breakpoint
CREATE INDEX "idx_webhook_deliveries_stored_at" ON "webhook_deliveries" USING btree ("stored_at");--> statement-breakpoint
CREATE INDEX "idx_webhook_endpoints_wallet" ON "webhook_endpoints" USING btree ("wallet","created_at");--> statement-breakpoint
CREATE INDEX "idx_webhook_lanes_due" ON "webhook_lanes" USING btree ("endpoint_id","due_ms") WHERE due_ms is not null;--> statement-breakpoint
CREATE INDEX "idx_webhook_lanes_campaign" ON "webhook_lanes" USING btree ("campaign_id");--> statement-breakpoint
CREATE INDEX "idx_webhook_topics_endpoint" ON "webhook_topics" USING btree ("endpoint_id","kind");