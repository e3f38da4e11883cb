import { logoPath, type Token } from "@/lib/contract/names";

type TokenMarkProps = { token: Token; size?: "small" | "normal" };

/**
 * The logo of a token, over the first letter of its unit. A background image that fails to load leaves the
 * letter visible.
 */
export function TokenMark({ token: { mint, unit, names }, size = "normal" }: TokenMarkProps) {
  return (
    <span
      aria-hidden="true"
      className={`relative grid shrink-0 place-items-center overflow-hidden rounded-full bg-accent-soft font-semibold text-accent uppercase print:hidden ${size === "small" ? "size-5 text-[0.625rem]" : "size-8 @max-2xl:size-6 text-sm"}`}
    >
      {unit.replace(/^\$/, "").charAt(0)}
      {names?.hasLogo && (
        <span
          style={{ backgroundImage: `url("${logoPath(mint)}")` }}
          className="absolute inset-0 bg-cover bg-center"
        />
      )}
    </span>
  );
}
