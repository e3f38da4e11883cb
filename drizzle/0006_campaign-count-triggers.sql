-- The keys under which a campaign is counted. Times before 1970 and after 2242 share the outermost buckets.
CREATE FUNCTION campaign_count_keys(creator text, mint text, phase text, claimable_from bigint, cancelled_at bigint)
RETURNS TABLE (filter text, level smallint, bucket bigint) LANGUAGE sql IMMUTABLE AS $$
  SELECT f, 4::smallint, 0::bigint FROM unnest(ARRAY['', 'creator:' || creator, 'mint:' || mint]) f
  UNION ALL
  SELECT '', l::smallint, greatest(0, least(due, 1::bigint << 33)) >> (8 * l)
  FROM generate_series(0, 3) l, (SELECT CASE phase WHEN 'open' THEN claimable_from WHEN 'cancelled' THEN cancelled_at END) d (due)
  WHERE due IS NOT NULL
$$;--> statement-breakpoint
CREATE FUNCTION count_campaigns() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changes campaign_counts[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    changes := ARRAY(
      SELECT ROW(0, k.filter, a.phase, k.level, k.bucket, count(*))::campaign_counts
      FROM added a, campaign_count_keys(a.creator, a.mint, a.phase, a.claimable_from, a.cancelled_at) k
      GROUP BY k.filter, a.phase, k.level, k.bucket);
  ELSIF TG_OP = 'DELETE' THEN
    changes := ARRAY(
      SELECT ROW(0, k.filter, r.phase, k.level, k.bucket, -count(*))::campaign_counts
      FROM removed r, campaign_count_keys(r.creator, r.mint, r.phase, r.claimable_from, r.cancelled_at) k
      GROUP BY k.filter, r.phase, k.level, k.bucket);
  ELSE
    changes := ARRAY(
      SELECT ROW(0, k.filter, c.phase, k.level, k.bucket, sum(c.sign))::campaign_counts
      FROM removed r JOIN added a USING (id),
        LATERAL (VALUES (a.creator, a.mint, a.phase, a.claimable_from, a.cancelled_at, 1),
          (r.creator, r.mint, r.phase, r.claimable_from, r.cancelled_at, -1))
          c (creator, mint, phase, claimable_from, cancelled_at, sign),
        campaign_count_keys(c.creator, c.mint, c.phase, c.claimable_from, c.cancelled_at) k
      WHERE (a.creator, a.mint, a.phase, a.claimable_from, a.cancelled_at)
        IS DISTINCT FROM (r.creator, r.mint, r.phase, r.claimable_from, r.cancelled_at)
      GROUP BY k.filter, c.phase, k.level, k.bucket HAVING sum(c.sign) <> 0);
  END IF;
  IF cardinality(changes) = 0 THEN RETURN NULL; END IF;
  -- Rows that another transaction holds are left to it: their sum is the count, however many they are.
  WITH free AS (
    SELECT c.id FROM campaign_counts c JOIN unnest(changes) d USING (filter, phase, level, bucket)
    FOR UPDATE OF c SKIP LOCKED
  ), taken AS (
    DELETE FROM campaign_counts WHERE id IN (SELECT id FROM free)
    RETURNING filter, phase, level, bucket, campaigns
  )
  INSERT INTO campaign_counts (filter, phase, level, bucket, campaigns)
  SELECT filter, phase, level, bucket, sum(campaigns) FROM (
    SELECT filter, phase, level, bucket, campaigns FROM taken
    UNION ALL SELECT filter, phase, level, bucket, campaigns FROM unnest(changes)
  ) parts GROUP BY filter, phase, level, bucket HAVING sum(campaigns) <> 0;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER count_added_campaigns AFTER INSERT ON campaigns REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION count_campaigns();--> statement-breakpoint
CREATE TRIGGER count_changed_campaigns AFTER UPDATE ON campaigns REFERENCING OLD TABLE AS removed NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION count_campaigns();--> statement-breakpoint
CREATE TRIGGER count_removed_campaigns AFTER DELETE ON campaigns REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION count_campaigns();--> statement-breakpoint
-- The campaigns of a database that already has some.
INSERT INTO campaign_counts (filter, phase, level, bucket, campaigns)
SELECT k.filter, c.phase, k.level, k.bucket, count(*)
FROM campaigns c, campaign_count_keys(c.creator, c.mint, c.phase, c.claimable_from, c.cancelled_at) k
GROUP BY k.filter, c.phase, k.level, k.bucket;
