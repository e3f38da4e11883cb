import { Fragment } from "react";
import { formatAmount, formatAmountPadded, formatAmountShort, formatWorth } from "@/components/format/amount";
import { useTranslator } from "@/components/i18n/use-translator";
import { type Token, unitWithMint } from "@/lib/contract/names";

type AmountProps = {
  /** In base units. */
  value: string | bigint;
  token: Token;
  /** Price of one token in US dollars. Without a price, no value is shown. */
  price?: number | null;
  /** Shows all digits. Otherwise shows four decimals, with all digits on hover. */
  exact?: boolean;
  /** Shows the mint too, for lists of several tokens, which can have the same name. */
  withMint?: boolean;
  /** The formatted amount, for parts that are rounded together. */
  text?: string | undefined;
  /** Omits the unit, for a table with the unit in its title. */
  isBare?: boolean;
};

/**
 * An amount of a document in a table with the unit in its title: all digits, so that rows and columns add up, and a dash
 * for zero.
 */
export function BareAmount({ value, token }: { value: string | null; token: Token }) {
  const t = useTranslator();
  if (value === null || value === "0") return <span className="text-ink-soft">–</span>;
  return (
    <Amount value={value} token={token} text={formatAmountPadded(BigInt(value), token.decimals, t)} isBare />
  );
}

export function Amount({
  value,
  token,
  price,
  exact = false,
  withMint = false,
  isBare = false,
  text,
}: AmountProps) {
  const t = useTranslator();
  const baseUnits = BigInt(value);
  const full = formatAmount(baseUnits, token.decimals, t);
  const shown = text ?? (exact ? full : formatAmountShort(baseUnits, token.decimals, t));
  const unit = withMint ? unitWithMint(token) : token.unit;
  return (
    <span title={`${full} ${token.unit}`}>
      <span className={shown.length + unit.length < MAX_UNBROKEN ? "whitespace-nowrap" : ""}>
        <Digits text={shown} group={t.marks.group} />
        {!isBare && <span className="font-normal text-ink-soft"> {unit}</span>}
      </span>
      {price !== null && price !== undefined && (
        <span className="font-normal text-ink-soft">
          {" "}
          ≈ {formatWorth(baseUnits, token.decimals, price, t)}
        </span>
      )}
    </span>
  );
}

/** Maximum characters of an amount with its unit, and of a number, that fit in a column of the narrowest screen. */
const MAX_UNBROKEN = 16;
const MAX_UNBROKEN_DIGITS = 12;

/** Shows a number without line breaks. A very long number can break between its groups of digits. */
function Digits({ text, group }: { text: string; group: string }) {
  if (text.length <= MAX_UNBROKEN_DIGITS) return <span className="whitespace-nowrap">{text}</span>;
  const [first, ...others] = text.split(group);
  let key = 0;
  return (
    <span>
      <span className="whitespace-nowrap">{first}</span>
      {others.map((part) => (
        <Fragment key={key++}>
          <wbr />
          <span className="whitespace-nowrap">{`${group}${part}`}</span>
        </Fragment>
      ))}
    </span>
  );
}
