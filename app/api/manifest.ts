import type { Manifest } from "@/lib/http/openapi";
import * as nonce from "./auth/nonce/route";
import * as health from "./health/route";
import * as prices from "./prices/route";
import * as scheduleTemplates from "./schedule-templates/route";
import * as simulateVesting from "./simulate-vesting/route";
import * as waitlist from "./waitlist/route";

/** Every route of the API but the document that lists them. */
export const API_ROUTES: Manifest = [
  ["/api/auth/nonce", nonce],
  ["/api/health", health],
  ["/api/prices", prices],
  ["/api/schedule-templates", scheduleTemplates],
  ["/api/simulate-vesting", simulateVesting],
  ["/api/waitlist", waitlist],
];
