ALTER TABLE "campaigns" ADD COLUMN "vault_balance" bigint;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "vault_slot" bigint;