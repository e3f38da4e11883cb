-- The first root of a confirmed campaign had the creation time that its registrant stated, until now.
UPDATE "root_versions" SET "created_at" = "campaigns"."created_at" FROM "campaigns"
  WHERE "campaigns"."id" = "root_versions"."campaign_id" AND "root_versions"."version" = 1
  AND "campaigns"."account_created_at" IS NOT NULL
  AND "root_versions"."created_at" <> "campaigns"."created_at";
