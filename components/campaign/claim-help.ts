import type { Language } from "@/lib/core/i18n/languages";

/** The heading about claims that this service does not offer, in each language of the document. */
const ANCHORS: Record<Language, string> = {
  en: "if-you-cannot-claim",
  de: "wenn-sie-nicht-abholen-können",
};

/** Returns the link to the reasons why a claim is not possible here, and to other ways to claim. */
export const claimHelpHref = ({ language }: { language: Language }) =>
  `/docs/recipients#${ANCHORS[language]}`;
