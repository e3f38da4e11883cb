"use client";

import { useEffect, useState } from "react";
import { createScheduler, processInChunks } from "@/lib/core/cooperative-scheduler";

const POSITIONS_PER_CHUNK = 100;

type SearchResult = { list: unknown; text: string; positions: readonly number[] };

/**
 * Returns the positions of the items whose text contains `text`, or null without a search text. Searches in
 * chunks so that the page stays responsive, and keeps the previous result until the search ends. A changed
 * list must be a new object.
 */
export function useSearchResult<List>(
  list: List,
  text: string,
  { count, textAt }: { count: (list: List) => number; textAt: (list: List, position: number) => string },
): readonly number[] | null {
  const [found, setFound] = useState<SearchResult | null>(null);
  useEffect(() => {
    if (!text) return setFound(null);
    const scheduler = createScheduler();
    let isSuperseded = false;
    const positions: number[] = [];
    const pause = () => {
      if (isSuperseded) throw new Superseded();
      return scheduler.pause();
    };
    processInChunks(
      { count: count(list), chunkSize: POSITIONS_PER_CHUNK, scheduler: { due: scheduler.due, pause } },
      (from, to) => {
        for (let position = from; position < to; position++)
          if (textAt(list, position).includes(text)) positions.push(position);
      },
    )
      .then(() => !isSuperseded && setFound({ list, text, positions }))
      .catch((error: unknown) => {
        if (!(error instanceof Superseded)) throw error;
      });
    return () => {
      isSuperseded = true;
    };
  }, [list, text, count, textAt]);
  return text && found ? found.positions : null;
}

class Superseded extends Error {}
