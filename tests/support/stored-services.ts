import { afterAll, beforeAll } from "vitest";
import type { Services } from "@/lib/service/services";
import { createTestDatabase, type TestDatabase } from "./database";
import { startServices } from "./http";
import { NOW } from "./stored-action";

let database: TestDatabase;

/** Gives the calling test file a database of its own for as long as it runs. */
export function openStoredServices(): void {
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.close());
}

/** On the database of the file that runs, with the ledger of the last `start`. */
export let services: Services;

export function start(chain: Services["chain"]): void {
  services = startServices({ db: database.db, chain, now: () => NOW });
}
