/** The class of a link or button in the footer of a chart. */
export const CHART_ACTION =
  "inline-flex min-h-11 items-center gap-1.5 font-medium text-ink-soft transition-colors hover:text-ink print:hidden";
