import { afterAll, beforeAll } from "vitest";
import type { Services } from "@/lib/service/services";
import { createTestDatabase, type TestDatabase } from "./database";
import { startServices } from "./http";
import { NOW } from "./stored-action";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** On a database of the importing file's own, with the ledger of the last `start`. */
export let services: Services;

export function start(chain: Services["chain"]): void {
  services = startServices({ db: database.db, chain, now: () => NOW });
}
