import { createContext, useContext } from "react";
import { english, type Words } from "@/lib/core/words/words";

/** The default is English, so that components render without a provider. */
export const WordsContext = createContext<Words>(english);

export const useWords = (): Words => useContext(WordsContext);
