CREATE TABLE "changes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"seq" bigint,
	"kind" text NOT NULL,
	"campaign_id" integer NOT NULL,
	"type" text,
	"signature" text,
	"event_index" integer,
	"slot" bigint,
	"block_time" bigint,
	"claimer" text,
	"changed_at" bigint DEFAULT extract(epoch from now())::bigint NOT NULL,
	CONSTRAINT "uq_changes_seq" UNIQUE("seq")
);
--> statement-breakpoint
CREATE INDEX "idx_changes_unnumbered" ON "changes" USING btree ("id") WHERE seq is null;--> statement-breakpoint
CREATE INDEX "idx_changes_changed_at" ON "changes" USING btree ("changed_at");--> statement-breakpoint
-- Written by hand: changes of a campaign that no event makes.
CREATE FUNCTION log_campaign_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO changes (kind, campaign_id) VALUES ('campaign', NEW.id);
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION log_root_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO changes (kind, campaign_id) VALUES ('campaign', NEW.campaign_id);
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER log_added_campaign AFTER INSERT ON campaigns FOR EACH ROW EXECUTE FUNCTION log_campaign_change();--> statement-breakpoint
CREATE TRIGGER log_changed_campaign AFTER UPDATE ON campaigns FOR EACH ROW
WHEN ((OLD.metadata::text, OLD.verified, OLD.is_current, OLD.has_drift, OLD.vault_balance)
  IS DISTINCT FROM (NEW.metadata::text, NEW.verified, NEW.is_current, NEW.has_drift, NEW.vault_balance))
EXECUTE FUNCTION log_campaign_change();--> statement-breakpoint
CREATE TRIGGER log_registered_root AFTER INSERT OR UPDATE OF campaign_id ON root_versions FOR EACH ROW
WHEN (NEW.campaign_id IS NOT NULL) EXECUTE FUNCTION log_root_change();
