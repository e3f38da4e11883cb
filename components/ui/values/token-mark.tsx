import { logoPath, type Token } from "@/lib/contract/names";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";

type TokenMarkProps = { token: Token; size?: "small" | "normal" };

/**
 * The logo of a token, over the first letter of its unit. A background image that fails to load leaves the
 * letter visible.
 */
export function TokenMark({ token: { mint, unit, names }, size = "normal" }: TokenMarkProps) {
  const isSol = mint === NATIVE_MINT;
  return (
    <span
      aria-hidden="true"
      className={`relative grid shrink-0 place-items-center overflow-hidden rounded-full font-semibold uppercase print:hidden ${isSol ? "bg-[#16121f] ring-1 ring-line-strong/70" : "bg-accent-soft text-accent"} ${size === "small" ? "size-5 text-[0.625rem]" : "size-8 @max-2xl:size-6 text-sm"}`}
    >
      {isSol ? <SolBars /> : unit.replace(/^\$/, "").charAt(0)}
      {names?.hasLogo && (
        <span
          style={{ backgroundImage: `url("${logoPath(mint)}")` }}
          className="absolute inset-0 bg-cover bg-center"
        />
      )}
    </span>
  );
}

/** The three bars of SOL, each in a color of its gradient: a shared gradient would need an id per icon. */
const SolBars = () => (
  <svg aria-hidden="true" viewBox="0 0 24 24" className="size-3/5">
    <path fill="#14f195" d="M6.5 4H22l-4.5 4H2z" />
    <path fill="#5f9bd0" d="M2 10h15.5l4.5 4H6.5z" />
    <path fill="#b06cf5" d="M6.5 16H22l-4.5 4H2z" />
  </svg>
);
