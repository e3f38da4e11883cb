import { Fragment } from "react";
import { formatAmount, formatAmountShort, formatWorth } from "@/components/format/amount";
import { useWords } from "@/components/words/use-words";
import { type Token, unitWithMint } from "@/lib/contract/names";

type AmountProps = {
  /** Base units. */
  of: string | bigint;
  token: Token;
  /** Dollars for one token; nothing is said when it is not known. */
  price?: number | null;
  /** All digits instead of the first four decimals, which show the rest on hover. */
  exact?: boolean;
  /** Says the mint too: where amounts of several tokens stand together, which may be called the same. */
  withMint?: boolean;
};

export function Amount({ of, token, price, exact = false, withMint = false }: AmountProps) {
  const t = useWords();
  const baseUnits = BigInt(of);
  const full = formatAmount(baseUnits, token.decimals, t);
  const shown = exact ? full : formatAmountShort(baseUnits, token.decimals, t);
  return (
    <span title={`${full} ${token.unit}`}>
      <Digits text={shown} group={t.marks.group} />{" "}
      <span className="font-normal text-ink-soft">{withMint ? unitWithMint(token) : token.unit}</span>
      {price !== null && price !== undefined && (
        <span className="font-normal text-ink-soft">
          {" "}
          ≈ {formatWorth(baseUnits, token.decimals, price, t)}
        </span>
      )}
    </span>
  );
}

/** Characters that fit in a column of the narrowest screen. */
const MAX_UNBROKEN = 16;

/** A number that breaks at no digit; a very long one breaks between its thousands. */
function Digits({ text, group }: { text: string; group: string }) {
  if (text.length <= MAX_UNBROKEN) return <span className="whitespace-nowrap">{text}</span>;
  const [first, ...others] = text.split(group);
  let place = 0;
  return (
    <span>
      <span className="whitespace-nowrap">{first}</span>
      {others.map((part) => (
        <Fragment key={place++}>
          <wbr />
          <span className="whitespace-nowrap">{`${group}${part}`}</span>
        </Fragment>
      ))}
    </span>
  );
}
