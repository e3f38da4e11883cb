import { createElement, Fragment, type ReactNode } from "react";
import { Link } from "@/components/ui/link";
import type { Literal, Names } from "@/lib/core/i18n/translator";
import { useTranslator } from "./use-translator";

type Tags<Id extends string> = Id extends `${string}</${infer Tag}>${infer Rest}` ? Tag | Tags<Rest> : never;

/** Wraps the text between two tags in an element. */
type WrapContent = (content: ReactNode) => ReactNode;

/** Text for screen readers only. */
export const hidden: WrapContent = (content) => <span className="sr-only">{content}</span>;

export const strong: WrapContent = (content) => <span className="font-medium">{content}</span>;

/** Text as a link. */
export const linked =
  (href: string): WrapContent =>
  (content) => (
    <Link href={href} className="underline underline-offset-4">
      {content}
    </Link>
  );

type TransProps<Id extends string> = {
  /** The English sentence: `Signed by {signer}. <more>What that means</more>` */
  id: Literal<Id>;
} & ([Names<Id>] extends [never] ? { values?: never } : { values: Record<Names<Id>, ReactNode> }) &
  ([Tags<Id>] extends [never] ? { components?: never } : { components: Record<Tags<Id>, WrapContent> });

/**
 * Renders a translated sentence with elements: `values` replace its placeholders, and `components` wrap the
 * text between its tags.
 */
export function Trans<const Id extends string>({ id, values, components }: TransProps<Id>) {
  const t = useTranslator();
  const parts = t.rich<ReactNode>(id, values ?? {});
  const segments = parts.flatMap((part): Segment[] => {
    if (typeof part === "string") return part.split(TAG).map(toSegment);
    return [{ node: typeof part.value === "number" ? t.count(part.value) : part.value }];
  });
  return withoutKeys(nest(segments, components ?? {}));
}

/** Creates children that need no keys. */
const withoutKeys = (nodes: readonly ReactNode[]): ReactNode => createElement(Fragment, null, ...nodes);

type Segment = { node: ReactNode } | { opens: string } | { closes: string };

const TAG = /(<\/?\w+>)/;

function toSegment(text: string): Segment {
  if (!TAG.test(text)) return { node: text };
  return text.startsWith("</") ? { closes: text.slice(2, -1) } : { opens: text.slice(1, -1) };
}

/** Only tags of the message are parsed. Values of placeholders are separate nodes. */
function nest(segments: readonly Segment[], components: Readonly<Record<string, WrapContent>>): ReactNode[] {
  const open: { tag: string; children: ReactNode[] }[] = [{ tag: "", children: [] }];
  for (const segment of segments) {
    if ("opens" in segment) open.push({ tag: segment.opens, children: [] });
    else if ("node" in segment) open.at(-1)?.children.push(segment.node);
    else {
      const closed = open.pop();
      const wrap = components[segment.closes];
      if (closed?.tag !== segment.closes || !wrap)
        throw new RangeError(`</${segment.closes}> closes nothing`);
      open.at(-1)?.children.push(wrap(withoutKeys(closed.children)));
    }
  }
  if (open.length !== 1) throw new RangeError(`<${open.at(-1)?.tag}> is not closed`);
  return open[0]?.children ?? [];
}
