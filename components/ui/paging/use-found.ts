"use client";

import { useEffect, useState } from "react";
import { createScheduler, processInChunks } from "@/lib/core/cooperative-scheduler";

const POSITIONS_PER_CHUNK = 100;

type Found = { list: unknown; text: string; places: readonly number[] };

/**
 * Returns the positions of the items whose text contains `text`, or null without a search text. Searches in
 * chunks so that the page stays responsive, and keeps the previous result until the search ends. A changed
 * list must be a new object.
 */
export function useFound<List>(
  list: List,
  text: string,
  { count, textAt }: { count: (list: List) => number; textAt: (list: List, place: number) => string },
): readonly number[] | null {
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    if (!text) return setFound(null);
    const pacer = createScheduler();
    let isOvertaken = false;
    const places: number[] = [];
    const pause = () => {
      if (isOvertaken) throw new Overtaken();
      return pacer.pause();
    };
    processInChunks(
      { count: count(list), piece: POSITIONS_PER_CHUNK, pacer: { due: pacer.due, pause } },
      (from, to) => {
        for (let place = from; place < to; place++)
          if (textAt(list, place).includes(text)) places.push(place);
      },
    )
      .then(() => !isOvertaken && setFound({ list, text, places }))
      .catch((error: unknown) => {
        if (!(error instanceof Overtaken)) throw error;
      });
    return () => {
      isOvertaken = true;
    };
  }, [list, text, count, textAt]);
  return text && found ? found.places : null;
}

class Overtaken extends Error {}
