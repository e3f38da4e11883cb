import { formatAmount } from "@/components/format/amount";
import { useTranslator } from "@/components/i18n/use-translator";
import type { Token } from "@/lib/contract/names";
import type { PlannedRotation } from "./use-rotation-plan";

type AllocatedProps = { planned: PlannedRotation; token: Token; totalSupply: bigint };

/** The allocated part of the supply. */
export function Allocated({ planned, token, totalSupply }: AllocatedProps) {
  const t = useTranslator();
  const { allocated, paidToGone } = planned.plan;
  const text = (amount: bigint) => formatAmount(amount, token.decimals, t);
  return t(
    paidToGone > 0n
      ? "{allocated} of {supply} {token} allocated, including {paid} paid to removed recipients"
      : "{allocated} of {supply} {token} allocated",
    { allocated: text(allocated), supply: text(totalSupply), token: token.unit, paid: text(paidToGone) },
  );
}
