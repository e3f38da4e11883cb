CREATE TABLE "certificates" (
	"campaign_id" integer PRIMARY KEY NOT NULL,
	"slot" bigint NOT NULL,
	"document" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;