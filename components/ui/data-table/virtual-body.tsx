"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import type { RefObject } from "react";
import type { DataColumn, DataRow } from "./columns";
import { BodyRow, moveBetweenRows } from "./table-body";

/** The estimated height of a row in pixels, until the row is measured. */
const ROW_HEIGHT = 44;
const OVERSCAN = 12;

type VirtualBodyProps = {
  // biome-ignore lint/suspicious/noExplicitAny: next/dynamic keeps no type parameters
  rows: readonly DataRow<any>[];
  // biome-ignore lint/suspicious/noExplicitAny: next/dynamic keeps no type parameters
  columns: readonly DataColumn<any>[];
  /** The element that scrolls. */
  scroller: RefObject<HTMLDivElement | null>;
};

/** Renders the visible rows only, with empty space in place of the others. */
export default function VirtualBody({ rows, columns, scroller }: VirtualBodyProps) {
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: OVERSCAN,
    initialRect: { width: 1024, height: 768 },
  });
  const items = virtualizer.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <tbody className="@max-2xl:block" onKeyDown={moveBetweenRows}>
      {before > 0 && <Space height={before} />}
      {items.map(({ index, key }) => {
        const row = rows[index];
        // The first row of the table is the header.
        return (
          row && (
            <BodyRow
              key={key}
              {...{ row, columns, index, rowIndex: index + 2 }}
              measure={virtualizer.measureElement}
            />
          )
        );
      })}
      {after > 0 && <Space height={after} />}
    </tbody>
  );
}

const Space = ({ height }: { height: number }) => <tr style={{ height }} />;
