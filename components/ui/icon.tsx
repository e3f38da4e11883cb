/**
 * Line icons on a 24 px grid, in the color of the text. Decorative: the adjacent text carries the meaning.
 */
const PATHS = {
  info: "M12 8h.01M11 12h1v5h1M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z",
  warning:
    "M12 9v4m0 4h.01M10.3 4.2 2.6 17.5A2 2 0 0 0 4.3 20.5h15.4a2 2 0 0 0 1.7-3L13.7 4.2a2 2 0 0 0-3.4 0Z",
  check: "m8 12 3 3 5-6M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z",
  tick: "m5 12 5 5 9-10",
  more: "M6 12a1 1 0 1 0-2 0 1 1 0 0 0 2 0Zm7 0a1 1 0 1 0-2 0 1 1 0 0 0 2 0Zm7 0a1 1 0 1 0-2 0 1 1 0 0 0 2 0Z",
  columns: "M4 5h16v14H4zM10 5v14M15 5v14",
  rows: "M4 6h16M4 12h16M4 18h16",
  copy: "M9 9h10v11H9zM5 15V4h10",
  external: "M14 5h5v5M19 5l-8 8M10 6H5v13h13v-5",
  stop: "m9 9 6 6m0-6-6 6M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z",
  close: "M6 6l12 12M18 6 6 18",
  search: "m20 20-4.5-4.5M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14Z",
  chevron: "m7 10 5 5 5-5",
  next: "m10 7 5 5-5 5",
  back: "m14 7-5 5 5 5",
  sun: "M12 4V2m0 20v-2m8-8h2M2 12h2m13.7-5.7 1.4-1.4M4.9 19.1l1.4-1.4m0-11.4L4.9 4.9m14.2 14.2-1.4-1.4M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z",
  screen: "M4 5h16v11H4zM9 20h6m-3-4v4",
  wallet: "M4 7a2 2 0 0 1 2-2h11v3m-13-1v10a2 2 0 0 0 2 2h14V8H6a2 2 0 0 1-2-1Zm13 6h.01",
  list: "M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01",
  plus: "M12 5v14M5 12h14",
  chart: "M4 20V4m0 16h16M7 16c3 0 4-8 7-8s3 3 6 3",
  pulse: "M3 12h4l3-7 4 14 3-7h4",
  clock: "M12 7v5l3 2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z",
  download: "M12 4v11m0 0 4-4m-4 4-4-4M5 20h14",
  print: "M7 9V4h10v5M7 17H4v-8h16v8h-3M7 14h10v6H7z",
  upload: "M12 16V5m0 0 4 4m-4-4L8 9M5 20h14",
  grid: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
  pause: "M9 5v14M15 5v14",
  play: "M8 5v14l11-7Z",
  undo: "m8 12-4-4 4-4M4 8h10a6 6 0 0 1 0 12H8",
  trash: "M5 7h14M10 7V4h4v3m3 0-1 13H8L7 7m3 4v5m4-5v5",
} as const;

export type IconName = keyof typeof PATHS;
export const ICON_NAMES = Object.keys(PATHS).filter((name): name is IconName => name in PATHS);

export function Icon({ name, className = "size-5" }: { name: IconName; className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className={`icon ${className}`}>
      <path d={PATHS[name]} />
    </svg>
  );
}
