import { requestContext } from "@/lib/service/http/request-context";

type Read = () => Promise<unknown>;
type Reading = { again: Read; given: Promise<unknown> };

/** What a page has read, as text, under names that say all of it, and how it is read again. */
export type ReadTexts = ReadonlyMap<string, { again: Read; text: string }>;

/** What a page reads while it is rendered, some of it begun before. */
export class PageReads {
  private readonly begun = new Map<string, Reading>();
  private readonly made = new Map<string, Reading>();

  /** Begins what a page read earlier: whoever reads it learns of its failure. */
  constructor(private readonly earlier: ReadTexts = new Map()) {
    for (const [name, { again }] of earlier) this.begun.set(name, begin(again));
  }

  read<T>(name: string, again: () => Promise<T>): Promise<T> {
    const reading = this.made.get(name) ?? this.begun.get(name) ?? begin(again);
    this.made.set(name, reading);
    return reading.given as Promise<T>;
  }

  /** Whether all that was read earlier is as it was. */
  async isAsEarlier(): Promise<boolean> {
    const texts = await textsOf(this.begun).catch(() => null);
    return texts !== null && isSame(texts, this.earlier);
  }

  /** What was read by now; fails as that did. */
  texts(): Promise<ReadTexts> {
    return textsOf(this.made);
  }
}

export function isSame(these: ReadTexts, those: ReadTexts): boolean {
  if (these.size !== those.size) return false;
  for (const [name, { text }] of these) if (those.get(name)?.text !== text) return false;
  return true;
}

function begin(again: Read): Reading {
  const given = again();
  given.catch(() => undefined);
  return { again, given };
}

async function textsOf(readings: ReadonlyMap<string, Reading>): Promise<ReadTexts> {
  const texts = [...readings].map(
    async ([name, { again, given }]) => [name, { again, text: JSON.stringify(await given) }] as const,
  );
  return new Map(await Promise.all(texts));
}

/**
 * Reads for a page that says nothing else but what it reads so: as long as all of that is the same, so is the page
 * (`server/pages/kept-pages.ts`). The name says everything that `read` depends on, which may be called again for others.
 */
export function readForPage<T>(name: string, read: () => Promise<T>): Promise<T> {
  const { reads } = requestContext().getStore() ?? {};
  return reads ? reads.read(name, read) : read();
}
