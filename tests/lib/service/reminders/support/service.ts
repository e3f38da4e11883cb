import { readEnv } from "@/lib/service/env";
import { startReminders } from "@/lib/service/reminders/run-reminders";
import { openServices, provideServices } from "@/lib/service/services";

/** A process of the service that only sends reminders, which the test kills. */
const { services } = await openServices(readEnv());
provideServices(services);
startReminders(services, { leaseMs: 3_000, pollIntervalMs: 100 });
process.send?.("runs");
process.once("disconnect", () => process.exit(1));
