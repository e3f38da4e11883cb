import type { Metadata } from "next";
import { cookies, headers } from "next/headers";
import { cache, use } from "react";
import { LANGUAGE_COOKIE, languageOf } from "@/lib/core/words/languages";
import type { Message, Words } from "@/lib/core/words/words";
import { loadWords } from "./load-words";

/** The words of the request that a page is made for. */
export const words = cache(async (): Promise<Words> => {
  const chosen = (await cookies()).get(LANGUAGE_COOKIE)?.value;
  return loadWords(languageOf(chosen, (await headers()).get("accept-language")));
});

/** For pages that are called the same whoever looks at what: their `generateMetadata`. */
export const titled = (title: Message) => async (): Promise<Metadata> => ({ title: (await words())(title) });

/** The same for parts that are not async: what the build takes for `useWords` where the server alone runs them. */
export const useWords = (): Words => use(words());
