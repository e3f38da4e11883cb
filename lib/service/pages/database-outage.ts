import { isDatabaseUnavailable } from "@/db/failures";
import { selectIndexState } from "@/db/queries/indexing/sync-state";
import { globalSingleton } from "@/lib/service/global-singleton";
import { queryContexts } from "@/lib/service/query-context";
import type { Services } from "@/lib/service/services";
import { currentSettings } from "./settings-error";
import { unavailablePage } from "./unavailable-page";

const TIMEOUT_MS = 5_000;

/** The open services. Importing the module that opens them would bundle all of them into the proxy. */
const opened = globalSingleton<Pick<Services, "reads">>("services-open");

/** Returns whether a page cannot be rendered because its database does not answer a short query in time. */
export async function isDatabaseUnreachable(): Promise<boolean> {
  const services = opened.get();
  if (!services) return false;
  try {
    const deadlineMs = performance.now() + TIMEOUT_MS;
    await queryContexts.run({ deadlineMs }, () => selectIndexState(services.reads));
    return false;
  } catch (error) {
    return isDatabaseUnavailable(error);
  }
}

/**
 * Returns the static error page that is shown while the database does not respond. `frameOrigins` are sites that may
 * show the page in a frame.
 */
export const errorPageResponse = (frameOrigins: readonly string[] | undefined): Response =>
  unavailablePage({
    title: "The service is temporarily unavailable",
    paragraphs: [
      "The database behind this page does not respond at the moment. Nothing is lost: tokens stay on-chain, and entries in a form stay in this browser.",
    ],
    siteName: currentSettings().BRAND_NAME,
    frameOrigins,
  });
