CREATE TABLE "upload_parts" (
	"upload_id" text NOT NULL,
	"part" integer NOT NULL,
	"sha256" text NOT NULL,
	"text_bytes" integer NOT NULL,
	"content" "bytea",
	CONSTRAINT "pk_upload_parts" PRIMARY KEY("upload_id","part")
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" text PRIMARY KEY NOT NULL,
	"wallet" text NOT NULL,
	"leaf_count" bigint NOT NULL,
	"part_count" integer NOT NULL,
	"announced_bytes" bigint NOT NULL,
	"held_bytes" bigint NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "upload_parts" ADD CONSTRAINT "upload_parts_upload_id_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."uploads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idx_uploads_expires_at" ON "uploads" USING btree ("expires_at","held_bytes");--> statement-breakpoint
CREATE INDEX "idx_uploads_wallet" ON "uploads" USING btree ("wallet","expires_at","announced_bytes");