import type { Token } from "marked";
import { createElement, Fragment, type ReactNode } from "react";
import { Link } from "@/components/ui/link";
import { type DocumentPosition, pageLink } from "@/lib/core/documents/document-index";
import type { Language } from "@/lib/core/i18n/languages";
import { Picture } from "./picture";

/** Pages of the service that documents mention by path. */
const PATHS = /^\/(?:docs\/api|campaigns|portfolio|create|activity|dashboard|webhooks)$/;

const LINK = "underline decoration-line-strong underline-offset-4 hover:decoration-current";

/** Renders inline tokens as elements. Omits HTML: no content is inserted as markup. */
export function Inline({
  tokens,
  position,
}: {
  tokens: readonly Token[];
  position: DocumentPosition;
}): ReactNode {
  return createElement(Fragment, null, ...tokens.map((token) => inlinePart(token, position)));
}

function inlinePart(token: Token, position: DocumentPosition): ReactNode {
  const inner = () =>
    "tokens" in token && token.tokens ? <Inline tokens={token.tokens} position={position} /> : null;
  switch (token.type) {
    case "strong":
      return <strong className="font-semibold">{inner()}</strong>;
    case "em":
      return <em>{inner()}</em>;
    case "del":
      return <del>{inner()}</del>;
    case "br":
      return <br />;
    case "codespan":
      return <CodeWords text={token.text} />;
    case "image":
      return <Picture position={position} href={token.href} alt={token.text} />;
    case "link":
      return <DocumentLink to={pageLink(token.href, position)}>{inner()}</DocumentLink>;
    case "text":
    case "escape":
      return inner() ?? curlyQuotes(token.text, position.language);
    default:
      return null;
  }
}

const QUOTES: Readonly<Record<Language, readonly [open: string, close: string]>> = {
  en: ["“", "”"],
  de: ["„", "“"],
};

/** A quote that begins a word, or that ends the text before a code span or a link. */
const OPENING = /(?<=^|[\s(])"(?=[\p{L}\p{N}.])|(?<=[\s(])"$/gu;
const APOSTROPHE = /(?<=\p{L})'/gu;

/** Returns the text of a document with typographic quotes and apostrophes. */
function curlyQuotes(text: string, language: Language): string {
  const [open, close] = QUOTES[language];
  return text.replace(OPENING, open).replaceAll('"', close).replace(APOSTROPHE, "’");
}

function CodeWords({ text }: { text: string }) {
  const code = <code className="rounded bg-raised px-1 py-0.5 font-mono text-[0.875em]">{text}</code>;
  if (!PATHS.test(text)) return code;
  return (
    <Link href={text} className={LINK}>
      {code}
    </Link>
  );
}

/**
 * Renders a link, or only its text if the target exists only in the repository. A link that selects a language
 * loads the whole page, because the layout changes its language too.
 */
function DocumentLink({ to, children }: { to: string | null; children: ReactNode }) {
  if (to === null) return children;
  if (to.startsWith("/") && !to.includes("?")) {
    return (
      <Link href={to} className={LINK}>
        {children}
      </Link>
    );
  }
  return (
    <a href={to} className={LINK} rel="noreferrer">
      {children}
    </a>
  );
}
