import type { Brand } from "@/lib/contract/deployment";

/** The logo of the deployment. The default shows a cliff and a line, the two most common schedules. */
export function Logo({ logo }: Pick<Brand, "logo">) {
  if (logo) {
    return (
      // biome-ignore lint/performance/noImgElement: the logo of another server is shown as it is.
      <img src={logo} alt="" width={28} height={28} className="size-7 shrink-0 rounded object-contain" />
    );
  }
  return (
    <svg aria-hidden="true" viewBox="0 0 28 28" className="size-7 shrink-0">
      <rect width="28" height="28" rx="7" className="fill-accent" />
      <path
        d="M6 20h5v-6L22 7"
        fill="none"
        className="stroke-accent-ink"
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
