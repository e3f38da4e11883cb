import type { Token, Tokens } from "marked";
import { createElement, Fragment, type ReactNode } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { CopyButton } from "@/components/ui/values/copy-button";
import type { Document } from "@/lib/core/documents/document";
import type { DocumentPosition } from "@/lib/core/documents/document-index";
import { Inline } from "./inline";

type BlocksProps = { tokens: readonly Token[]; document: Document; position: DocumentPosition };

/** Renders the blocks of a document below its title. */
export function Markdown({ document, position }: Omit<BlocksProps, "tokens">) {
  const [first, ...others] = document.tokens;
  const isTitled = first?.type === "heading" && first.depth === 1;
  return (
    <div className="min-w-0 space-y-4">
      <Blocks tokens={isTitled ? others : document.tokens} document={document} position={position} />
    </div>
  );
}

function Blocks({ tokens, ...rest }: BlocksProps): ReactNode {
  return createElement(Fragment, null, ...tokens.map((token) => block(token, rest)));
}

function block(token: Token, { document, position }: Omit<BlocksProps, "tokens">): ReactNode {
  switch (token.type) {
    case "heading":
      return <Heading token={token as Tokens.Heading} document={document} position={position} />;
    case "paragraph":
      return (
        <p className="max-w-prose">
          <Inline tokens={token.tokens ?? []} position={position} />
        </p>
      );
    case "text":
      return <Inline tokens={token.tokens ?? [token]} position={position} />;
    case "list":
      return <List token={token as Tokens.List} document={document} position={position} />;
    case "blockquote":
      return (
        <blockquote className="max-w-prose space-y-2 border-l-4 border-line-strong pl-4 text-ink-soft">
          <Blocks tokens={token.tokens ?? []} document={document} position={position} />
        </blockquote>
      );
    case "code":
      return <CodeBlock text={token.text} />;
    case "table":
      return <DocumentTable token={token as Tokens.Table} position={position} />;
    case "hr":
      return <hr className="border-line" />;
    default:
      return null;
  }
}

const HEADINGS: Record<number, string> = {
  2: "pt-4 text-xl font-semibold tracking-tight",
  3: "pt-2 text-lg font-semibold",
};

function Heading({ token, document, position }: { token: Tokens.Heading } & Omit<BlocksProps, "tokens">) {
  const t = useTranslator();
  const anchor = document.anchors.get(token);
  return createElement(
    `h${token.depth}`,
    { id: anchor, className: `group max-w-prose ${HEADINGS[token.depth] ?? "font-semibold"}` },
    <Inline tokens={token.tokens} position={position} />,
    <a
      href={`#${anchor}`}
      lang={t.language}
      aria-label={t("Link to this heading")}
      className="ml-2 inline-block px-1 text-ink-soft opacity-0 group-hover:opacity-100 focus-visible:opacity-100 print:hidden"
    >
      #
    </a>,
  );
}

function List({ token, ...rest }: { token: Tokens.List } & Omit<BlocksProps, "tokens">) {
  const shape = `max-w-prose space-y-1.5 pl-6 ${token.ordered ? "list-decimal" : "list-disc"}`;
  const start = token.ordered && token.start !== 1 ? { start: Number(token.start) } : {};
  return createElement(
    token.ordered ? "ol" : "ul",
    { className: shape, ...start },
    ...token.items.map((item) => listItem(item, rest)),
  );
}

const listItem = ({ tokens }: Tokens.ListItem, rest: Omit<BlocksProps, "tokens">) => (
  <li className="space-y-2 pl-1">
    <Blocks tokens={tokens} {...rest} />
  </li>
);

function CodeBlock({ text }: { text: string }) {
  const t = useTranslator();
  return (
    <div className="flex rounded-box border border-line bg-raised">
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        tabIndex={0}
        className="min-w-0 flex-1 overflow-x-auto p-3 text-sm"
      >
        <code className="font-mono">{text}</code>
      </pre>
      <span lang={t.language} className="p-2.5 print:hidden">
        <CopyButton text={text} label={t("Copy the code")} />
      </span>
    </div>
  );
}

/**
 * A table that scrolls horizontally if it does not fit. Its cells contain sentences, which a card layout
 * would separate.
 */
function DocumentTable({ token, position }: { token: Tokens.Table; position: DocumentPosition }) {
  const t = useTranslator();
  const row = (
    cells: readonly Tokens.TableCell[],
    cell: (cell: Tokens.TableCell) => ReactNode,
    name: string,
  ) => createElement("tr", { className: name }, ...cells.map(cell));
  const rows = token.rows.map((cells) =>
    row(
      cells,
      (cell) => (
        <td
          className={`${CELL} align-top ${ALIGN[cell.align ?? "left"]} ${isWords(cell) ? "first-letter:uppercase" : ""}`}
        >
          <Inline tokens={cell.tokens} position={position} />
        </td>
      ),
      "border-b border-line last:border-0",
    ),
  );
  const head = row(
    token.header,
    (cell) => (
      <th scope="col" className={`${CELL} font-medium first-letter:uppercase ${ALIGN[cell.align ?? "left"]}`}>
        <Inline tokens={cell.tokens} position={position} />
      </th>
    ),
    "border-b border-line text-ink-soft",
  );
  const name = t("Table: {columns}", { columns: token.header.map(({ text }) => text).join(", ") });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <div lang={t.language} role="group" aria-label={name} tabIndex={0} className={TABLE_BOX}>
      <table
        lang={position.language}
        className={`w-full border-collapse text-sm wrap-normal ${token.header.length > 2 ? "min-w-120 print:min-w-0" : ""}`}
      >
        <thead>{head}</thead>
        {createElement("tbody", null, ...rows)}
      </table>
    </div>
  );
}

/** Returns whether a cell begins with a word, not with code, a number or a name such as p99. */
const isWords = ({ tokens }: Tokens.TableCell): boolean =>
  tokens[0]?.type === "text" && /^\p{L}+(?=$|[\s,.;:)])/u.test(tokens[0].text);

/** The text of the first column begins at the edge of the prose. */
const CELL = "px-2 py-2 first:pl-0 last:pr-0";
const TABLE_BOX = "max-w-prose overflow-x-auto";
const ALIGN = { left: "text-left", right: "text-right", center: "text-center" };
