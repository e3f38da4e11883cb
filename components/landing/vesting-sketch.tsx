import { useTranslator } from "@/components/i18n/use-translator";

/** Draws the parts of a vesting schedule: the cliff, the linear unlock, and the claims below them. */
export function VestingSketch() {
  const t = useTranslator();
  const label = "fill-ink-soft text-[12px] max-sm:text-[17px]";
  return (
    <svg aria-hidden="true" viewBox="0 0 440 212" className="h-auto w-full">
      <path d="M16 28h408M16 80h408M16 132h408" className="stroke-line" strokeDasharray="2 5" />
      <path d="M16 184h408" className="stroke-line-strong" />
      <path d="M16 184h96v-52L384 28h40v156Z" className="fill-accent-soft" />
      <path d="M112 22v162M268 22v162" className="stroke-line-strong" strokeDasharray="3 4" />
      <path
        d="M16 184h96v-52L384 28h40"
        fill="none"
        strokeWidth="3"
        strokeLinejoin="round"
        strokeLinecap="round"
        className="stroke-accent"
      />
      <path
        d="M16 184h132v-40h60v-26h60"
        fill="none"
        strokeWidth="3"
        strokeLinejoin="round"
        strokeLinecap="round"
        className="stroke-info"
      />
      <path d="M268 79v32" strokeWidth="2" className="stroke-ink-soft" />
      <circle cx="268" cy="72.4" r="5" strokeWidth="3" className="fill-surface stroke-accent" />
      <circle cx="268" cy="118" r="5" strokeWidth="3" className="fill-surface stroke-info" />
      <text x="104" y="38" textAnchor="end" className={label}>
        {t("Cliff")}
      </text>
      <text x="276" y="38" className={label}>
        {t("Now")}
      </text>
      <text x="384" y="206" textAnchor="middle" className={label}>
        {t("End")}
      </text>
      <text x="16" y="206" className={label}>
        {t("Start")}
      </text>
      <text x="258" y="66" textAnchor="end" className={label}>
        {t("Vested")}
      </text>
      <text x="278" y="99" className={label}>
        {t("Claimable")}
      </text>
      <text x="278" y="124" className={label}>
        {t("Claimed")}
      </text>
    </svg>
  );
}
