CREATE TABLE "token_prices" (
	"mint" text NOT NULL,
	"hour" integer NOT NULL,
	"usd" double precision NOT NULL,
	CONSTRAINT "pk_token_prices" PRIMARY KEY("mint","hour")
);
