import type { ReactNode } from "react";
import { createScheduler } from "@/lib/core/cooperative-scheduler";

/** A review to read before signing. Print styles show only the review, without the surrounding page. */
export function ReviewDocument({ sentence, children }: { sentence: ReactNode; children: ReactNode }) {
  return (
    <article data-document className="space-y-5">
      <p className="text-base">{sentence}</p>
      {children}
    </article>
  );
}

export function ReviewSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0 break-inside-avoid-page">
      <h3 className="mb-1 text-sm font-semibold">{title}</h3>
      {children}
    </section>
  );
}

const CHARACTERS_PER_BLOB = 1_000_000;

/**
 * Downloads a file that the browser generates in chunks. Blobs allow the browser to move the chunks out of
 * the memory of the page.
 */
export async function download(file: {
  name: string;
  type: string;
  chunks: Iterable<string>;
}): Promise<void> {
  const scheduler = createScheduler();
  const blobs: Blob[] = [];
  let waiting: string[] = [];
  let length = 0;
  const addBlob = () => {
    blobs.push(new Blob(waiting));
    [waiting, length] = [[], 0];
  };
  for (const chunk of file.chunks) {
    waiting.push(chunk);
    length += chunk.length;
    if (length >= CHARACTERS_PER_BLOB) addBlob();
    if (scheduler.due()) await scheduler.pause();
  }
  addBlob();
  const address = URL.createObjectURL(new Blob(blobs, { type: file.type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = file.name;
  link.click();
  URL.revokeObjectURL(address);
}
