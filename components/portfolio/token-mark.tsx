import { logoPath, type Token } from "@/lib/contract/names";

/**
 * The logo of a token, over the first letter of its unit. A background image that fails to load leaves the
 * letter visible.
 */
export function TokenMark({ token: { mint, unit, names } }: { token: Token }) {
  return (
    <span
      aria-hidden="true"
      className="relative grid size-8 @max-2xl:size-6 shrink-0 place-items-center overflow-hidden rounded-full bg-accent-soft text-sm font-semibold text-accent uppercase print:hidden"
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
