import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compileMessage, type MessageToken } from "@/lib/core/i18n/compile";
import { INTERFACE_NAMES } from "@/lib/core/solana/interface-names";
import { findMessages } from "./find-messages";
import { readSourceFiles, type SourceFile } from "./source-files";

export const MESSAGES = join(import.meta.dirname, "../../messages");

/** Returns each message of the source and each interface name, sorted, with the files that contain it. */
export function readTranslated(files: readonly SourceFile[] = readSourceFiles()): Map<string, string[]> {
  const messages = new Map<string, string[]>();
  for (const { path, tree } of files) {
    for (const id of new Set(findMessages(tree))) messages.set(id, [...(messages.get(id) ?? []), path]);
  }
  for (const name of INTERFACE_NAMES)
    messages.set(name, [...(messages.get(name) ?? []), "the programs' interfaces"]);
  return new Map([...messages].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The content of `messages/en.json`. */
export const englishText = (messages: ReadonlyMap<string, unknown>): string =>
  `${JSON.stringify([...messages.keys()], null, 2)}\n`;

export type Translation = { file: string; id: string; text: string };

/** Returns all translations of a language. */
export function readTranslations(language: string): Translation[] {
  const folder = join(MESSAGES, language);
  return readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .flatMap((file) => {
      const texts = JSON.parse(readFileSync(join(folder, file), "utf8")) as Record<string, string>;
      return Object.entries(texts).map(([id, text]) => ({ file: `${language}/${file}`, id, text }));
    });
}

/** A message's placeholders, plurals and tags, each once. */
export function namesIn(text: string): string[] {
  const tags = [...text.matchAll(/<\/?(\w+)>/g)].map(([tag]) => tag);
  return [...new Set([...tokenNames(compileMessage(text)), ...tags])].sort();
}

const tokenNames = (tokens: readonly MessageToken[]): string[] =>
  tokens.flatMap((token): string[] => {
    if (typeof token === "string") return [];
    const [name, , forms] = token;
    if (!forms) return [`{${name}}`];
    return [`{${name}, plural}`, ...Object.values(forms).flatMap(tokenNames)];
  });
