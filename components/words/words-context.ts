import { createContext, useContext } from "react";
import { english, type Words } from "@/lib/core/words/words";

/** English where nobody says otherwise, so that parts show without a provider. */
export const WordsContext = createContext<Words>(english);

export const useWords = (): Words => useContext(WordsContext);
