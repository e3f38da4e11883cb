import { writeFileSync } from "node:fs";
import { LANGUAGES } from "@/lib/core/i18n/languages";
import { englishText, MESSAGES, readTranslated, readTranslations } from "./catalogs";

/**
 * npm run i18n:extract — writes `messages/en.json` with every English message of the source, and prints the missing and the unused
 * translations of the other languages.
 */
const messages = readTranslated();
writeFileSync(`${MESSAGES}/en.json`, englishText(messages));
console.log(`en: ${messages.size} sentences`);
for (const language of Object.keys(LANGUAGES)) {
  if (language === "en") continue;
  const translations = readTranslations(language);
  const known = new Set(translations.map(({ id }) => id));
  const missing = [...messages].filter(([id]) => !known.has(id));
  console.log(`${language}: ${known.size} translated, ${missing.length} missing`);
  for (const [id, paths] of missing) console.log(`  ${JSON.stringify(id)}: "",  ${paths.join(" ")}`);
  const unused = translations.filter(({ id }) => !messages.has(id));
  for (const { file, id } of unused) console.log(`  in ${file}, unused: ${JSON.stringify(id)}`);
}
