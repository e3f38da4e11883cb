import type { Metadata } from "next";
import { cookies, headers } from "next/headers";
import { cache, use } from "react";
import { chooseLanguage, LANGUAGE_COOKIE } from "@/lib/core/i18n/languages";
import type { Message, Translator } from "@/lib/core/i18n/translator";
import { loadMessages } from "./load-messages";

/** All messages of each language, for components that render on the server. */
const SERVER_CATALOGS = { de: () => import("@/messages/de") };

/** Returns the messages in the language of the current request. */
export const requestTranslator = cache(async (): Promise<Translator> => {
  const chosen = (await cookies()).get(LANGUAGE_COOKIE)?.value;
  return loadMessages(chooseLanguage(chosen, (await headers()).get("accept-language")), SERVER_CATALOGS);
});

/** Returns `generateMetadata` for pages with a fixed title. */
export const titled = (title: Message) => async (): Promise<Metadata> => ({
  title: (await requestTranslator())(title),
});

/**
 * Replaces the client `useTranslator` in the build for components that run only on the server and are not async.
 */
export const useTranslator = (): Translator => use(requestTranslator());
