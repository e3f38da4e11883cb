import { migrateDatabase } from "@/db/postgres";

const url = process.env.DATABASE_URL;
if (!url) {
  console.error("Set DATABASE_URL to the database to migrate; the embedded database migrates itself.");
  process.exit(1);
}
const applied = await migrateDatabase(url);
console.log(applied.length > 0 ? `Applied ${applied.join(", ")}.` : "Nothing to apply.");
