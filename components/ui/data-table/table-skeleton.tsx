/** The space of a table while its rows load, with two lines per row on a phone. */
export function TableSkeleton({ label, rows = 8 }: { label: string; rows?: number }) {
  return (
    <div role="status" className="@container motion-safe:animate-shimmer">
      <span className="sr-only">{label}</span>
      <div className="h-9 border-b border-line @max-2xl:hidden" />
      {Array.from({ length: rows }, (_, index) => `row-${index}`).map((key) => (
        <div
          key={key}
          className="grid h-11 grid-cols-[3fr_1fr_1fr_1fr] items-center gap-x-8 border-b border-line @max-2xl:h-16 @max-2xl:grid-cols-[2fr_1fr] @max-2xl:py-2"
        >
          {["w-3/4", "w-full", "w-2/3", "w-11/12"].map((width) => (
            <div key={width} className={`h-3.5 rounded bg-line ${width}`} />
          ))}
        </div>
      ))}
    </div>
  );
}
