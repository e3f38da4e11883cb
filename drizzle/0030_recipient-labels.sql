CREATE TABLE "recipient_labels" (
	"owner" text NOT NULL,
	"recipient" text NOT NULL,
	"key_id" text NOT NULL,
	"ciphertext" text NOT NULL,
	"updated_at" bigint NOT NULL,
	CONSTRAINT "recipient_labels_owner_recipient_pk" PRIMARY KEY("owner","recipient")
);
