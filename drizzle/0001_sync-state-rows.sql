-- The indexer's checkpoint before its first run.
INSERT INTO "sync_state" ("key", "value", "updated_at") VALUES ('last_synced_slot', '0', 0), ('last_sync_timestamp', '0', 0);
