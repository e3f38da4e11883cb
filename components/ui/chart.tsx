"use client";

import dynamic from "next/dynamic";
import { type ReactNode, useMemo, useRef } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { CHART_ACTION } from "./chart/chart-action";
import { type ChartSpec, exactText, positionCount, positionText } from "./chart/chart-spec";
import { savePng } from "./chart/save-png";
import type { DataColumn } from "./data-table/columns";
import { DataTable } from "./data-table/data-table";
import { OnPhone } from "./data-table/on-phone";
import { Icon } from "./icon";

/** Chart.js loads after the page, so that the first view stays light. */
const ChartCanvas = dynamic(() => import("./chart/chart-canvas"), {
  ssr: false,
  loading: () => <Placeholder />,
});

/** On phones, the names of markers and the legend take several rows above and below the lines. */
const HEIGHTS = { line: "h-88 sm:h-72", bar: "h-64 sm:h-72" };

const Placeholder = () => (
  <div aria-hidden="true" className="absolute inset-0 rounded-box bg-raised motion-safe:animate-pulse" />
);

/** The space of a chart while its data loads. */
export function ChartSkeleton({ label, type }: { label: string; type: ChartSpec["type"] }) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      <div className={`relative ${HEIGHTS[type]}`}>
        <Placeholder />
      </div>
      <div className="-mb-3 mt-3 min-h-12 border-t border-line" />
    </div>
  );
}

type ChartProps = {
  title: string;
  /** The message of the chart in one sentence, for screen readers. */
  summary: string;
  spec: ChartSpec;
  /** The positions that the table lists. Without it, the table lists all positions. */
  listed?: readonly number[];
  note?: ReactNode;
  /** Further links in the footer of the chart, such as downloads. */
  actions?: ReactNode;
};

/** A chart with values on hover and by keyboard, the same values as a table, and a PNG export. */
export function Chart({ title, summary, spec, listed, note, actions }: ChartProps) {
  const t = useTranslator();
  const box = useRef<HTMLDivElement>(null);
  const drawn = useStable(spec);
  const save = () => {
    const canvas = box.current?.querySelector("canvas");
    if (canvas) savePng(canvas, title);
  };
  return (
    <figure className="flex min-w-0 grow flex-col">
      {/* Grows in a card that is as high as the one beside it. */}
      <div ref={box} className={`relative grow lg:max-h-136 ${HEIGHTS[spec.type]}`}>
        <ChartCanvas label={title} spec={drawn} />
      </div>
      <figcaption className="sr-only">{summary}</figcaption>
      {note && <p className="mt-2 text-sm text-ink-soft">{note}</p>}
      <div className="-mb-3 mt-auto pt-3 has-[[open]]:mb-0">
        <div className="flex flex-wrap items-start justify-between gap-x-6 border-t border-line pt-1 text-sm">
          <details className="min-w-0 open:basis-full">
            <summary className="inline-flex min-h-11 items-center pr-2 font-medium">
              {t("Show as table")}
            </summary>
            <ChartTable title={title} spec={spec} listed={listed} />
          </details>
          <div className="flex flex-wrap items-center gap-x-5">
            {actions}
            <button type="button" onClick={save} className={CHART_ACTION}>
              <Icon name="download" className="size-4" /> {t("Save as PNG")}
            </button>
          </div>
        </div>
      </div>
    </figure>
  );
}

/** Keeps the same object while its content is equal, so that a new render does not draw the chart again. */
function useStable(spec: ChartSpec): ChartSpec {
  const key = JSON.stringify(spec, (_, value) => (typeof value === "bigint" ? `${value}n` : value));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the content of the spec.
  return useMemo(() => spec, [key]);
}

/** Returns the positions of the series on a phone, by their number. */
const phonePositions = (count: number) =>
  count > 2 ? (["value", "note", "state"] as const) : (["value", "state"] as const);

type Position = { index: number };

function ChartTable({ title, spec, listed }: Pick<ChartProps, "title" | "spec" | "listed">) {
  const t = useTranslator();
  const columns: DataColumn<Position>[] = [
    {
      id: "position",
      phone: "title",
      title: spec.type === "line" ? t("Date") : t("Month"),
      cell: ({ index }) => positionText(spec, index, t),
    },
    ...spec.series.map(({ name, values }, at): DataColumn<Position> => {
      const phone = phonePositions(spec.series.length)[at];
      return {
        ...{ id: `series-${at}`, title: name, align: "right", ...(phone && { phone }) },
        cell: ({ index }) => {
          const value = values[index];
          return (
            <>
              {spec.series.length > 1 && <OnPhone>{name}</OnPhone>}
              {value === null || value === undefined ? "–" : exactText(value, spec.unit, t)}
            </>
          );
        },
      };
    }),
  ];
  const rows = (listed ?? Array.from({ length: positionCount(spec) }, (_, index) => index)).map((index) => ({
    index,
  }));
  return (
    <DataTable
      name="chart"
      caption={title}
      columns={columns}
      rows={rows}
      rowKey={({ index }) => String(index)}
      hasView={false}
      maxPlainRows={rows.length}
    />
  );
}
