import { type Env, readEnv, writeSentences } from "@/lib/service/env";
import { globalSingleton } from "@/lib/service/global-singleton";
import type { Services } from "@/lib/service/services";
import { rejectSetupErrors, reviewSetup } from "@/lib/service/setup/review-setup";
import { unavailablePage } from "./unavailable-page";

const opened = globalSingleton<Services>("services-open");

/** Returns the settings of the open services, or those of the environment before they open. */
export const currentSettings = (): Env => opened.get()?.env ?? readEnv();

/** Returns the sentences that say why the services do not open with these settings, or undefined. */
export function settingsError(): string | undefined {
  if (opened.get()) return undefined;
  try {
    rejectSetupErrors(reviewSetup(readEnv()));
    return undefined;
  } catch (error) {
    const sentences = writeSentences(error);
    if (sentences === undefined) throw error;
    return sentences;
  }
}

/** Returns the page that names to the operator what is missing. The sentences hold no values. */
export const settingsErrorResponse = (sentences: string): Response =>
  unavailablePage({
    title: "This service is not set up yet",
    paragraphs: [
      "The service cannot start with its current settings. Details for the operator:",
      ...sentences.split("\n"),
    ],
    siteName: "Vesting Index",
  });
