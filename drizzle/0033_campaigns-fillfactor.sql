-- Claims update their campaign often. In a page with free space Postgres writes the new row beside the old one, and
-- no index (a heap-only tuple). The setting applies to pages that are written from now on.
ALTER TABLE "campaigns" SET (fillfactor = 70);
