import { createContext, useContext } from "react";
import { english, type Translator } from "@/lib/core/i18n/translator";

/** The default is English, so that components render without a provider. */
export const TranslatorContext = createContext<Translator>(english);

export const useTranslator = (): Translator => useContext(TranslatorContext);
