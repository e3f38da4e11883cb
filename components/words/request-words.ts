import type { Metadata } from "next";
import { cookies, headers } from "next/headers";
import { cache, use } from "react";
import { LANGUAGE_COOKIE, languageOf } from "@/lib/core/words/languages";
import type { Message, Words } from "@/lib/core/words/words";
import { loadWords } from "./load-words";

/** Returns the messages in the language of the current request. */
export const words = cache(async (): Promise<Words> => {
  const chosen = (await cookies()).get(LANGUAGE_COOKIE)?.value;
  return loadWords(languageOf(chosen, (await headers()).get("accept-language")));
});

/** Returns `generateMetadata` for pages with a fixed title. */
export const titled = (title: Message) => async (): Promise<Metadata> => ({ title: (await words())(title) });

/**
 * Replaces the client `useWords` in the build for components that run only on the server and are not async.
 */
export const useWords = (): Words => use(words());
