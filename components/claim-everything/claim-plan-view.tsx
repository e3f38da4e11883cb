import { useTranslator } from "@/components/i18n/use-translator";
import { formatExactAmount, SOL } from "@/components/review/costs";
import { PriorityFeeChoice } from "@/components/review/priority-fee-choice";
import { Fact, Facts } from "@/components/ui/card";
import { Icon } from "@/components/ui/icon";
import { Notice } from "@/components/ui/notice";
import { WholeAddress } from "@/components/ui/values/address";
import { Amount } from "@/components/ui/values/amount";
import type { WalletAccount } from "@/components/wallet/wallet-store";
import type { Translator } from "@/lib/core/i18n/translator";
import { byCampaign, type ClaimEverythingRequest, type SkippedClaim, signsAtOnce } from "./claim-request";
import type { ClaimPlan } from "./plan-everything";

type PlanProps = {
  request: ClaimEverythingRequest;
  plan: ClaimPlan;
  account: WalletAccount;
  isSending?: boolean;
};

/**
 * Lists the payout of each campaign and its transactions, the total costs, and the campaigns that are left
 * out.
 */
export function ClaimPlanView({ request, plan, account, isSending = false }: PlanProps) {
  const t = useTranslator();
  const { transactions, earlier, leftOut, later } = plan;
  const count = transactions.length;
  return (
    <>
      {earlier.landed.length > 0 && (
        <Notice tone="good">
          {t(
            "{count, plural, one {An earlier transaction was confirmed: # campaign paid you.} other {Earlier transactions were confirmed: # campaigns paid you.}} These claims are not repeated.",
            { count: earlier.landed.flatMap(({ trees }) => trees).length },
          )}
        </Notice>
      )}
      {count === 0 && <Notice tone="info">{t("Nothing is claimable now.")}</Notice>}
      {count > 0 && (
        <>
          <ul
            aria-label={t("Claims in this run")}
            className="divide-y divide-line border-y border-line text-sm"
          >
            {byCampaign(transactions).map((paid) => (
              <li key={paid.target.treeAddress} className="flex justify-between gap-4 py-2">
                <span className="min-w-0 wrap-anywhere">
                  {paid.target.name}
                  <span className="block text-ink-soft">
                    {transactionNames(t, paid.numbers)}
                    {paid.numbers.every((number) => transactions[number - 1]?.isSponsored) &&
                      ` ${t("(paid by the campaign’s team)")}`}
                  </span>
                </span>
                <span className="min-w-0 text-right wrap-anywhere">
                  <Amount value={paid.amount} token={paid.target.token} withMint price={paid.target.price} />
                </span>
              </li>
            ))}
          </ul>
          <Costs {...{ plan, account }} />
          <PriorityFeeChoice
            transactions={transactions.filter(({ isSponsored }) => !isSponsored)}
            disabled={isSending}
          />
          <p role="status" className="flex items-center gap-2 text-sm text-ink-soft">
            <Icon name="check" className="size-4 shrink-0" />
            <span>
              {t("Simulation passed. Nothing was sent.")}{" "}
              {count > 1 &&
                (signsAtOnce(account)
                  ? t("Your wallet requests one approval for all {count} transactions.", { count })
                  : t("Your wallet requests a signature for each of the {count} transactions.", { count }))}
            </span>
          </p>
        </>
      )}
      {later > 0 && (
        <Notice tone="info">
          {t(
            "This run has reached its limit. Claim from {count, plural, one {# more campaign} other {# more campaigns}} here afterwards.",
            { count: later },
          )}
        </Notice>
      )}
      {request.uncovered > 0 && (
        <Notice tone="info">
          {t(
            "{count, plural, one {# campaign is older than the newest 500 and not included. Claim on its own page.} other {# campaigns are older than the newest 500 and not included. Claim on their own pages.}}",
            { count: request.uncovered },
          )}
        </Notice>
      )}
      <LeftOutList leftOut={leftOut} />
    </>
  );
}

const transactionNames = (t: Translator, numbers: readonly number[]) =>
  numbers.length === 1
    ? t("transaction {numbers}", { numbers: `${numbers[0]}` })
    : t("transactions {numbers}", { numbers: numbers.join(", ") });

function Costs({ plan, account }: Pick<PlanProps, "plan" | "account">) {
  const t = useTranslator();
  const { transactions, fees, rents, sol, network } = plan;
  const count = transactions.filter(({ isSponsored }) => !isSponsored).length;
  return (
    <Facts>
      <Fact label={t("Network")}>{network.name}</Fact>
      <Fact label={t("Signed by {wallet}", { wallet: account.walletName })}>
        <WholeAddress address={account.address} name="signer" />
      </Fact>
      {count > 0 && (
        <Fact
          label={
            count === 1 ? t("Transaction fee") : t("Transaction fees for {count} transactions", { count })
          }
        >
          {formatExactAmount(fees, SOL, t)}
        </Fact>
      )}
      {rents.records > 0n && (
        <Fact label={t("Deposit for your claim records (rent)")}>
          {formatExactAmount(rents.records, SOL, t)}
        </Fact>
      )}
      {rents.tokenAccounts > 0n && (
        <Fact label={t("Deposit for new token accounts (rent)")}>
          {formatExactAmount(rents.tokenAccounts, SOL, t)}
        </Fact>
      )}
      <Fact label={t("Your SOL")}>
        {formatExactAmount(sol.before, SOL, t)} → {formatExactAmount(sol.after, SOL, t)}
      </Fact>
    </Facts>
  );
}

const NAMED = 5;

/** Groups the campaigns that are not claimed by reason, so that each reason takes one line. */
function LeftOutList({ leftOut }: { leftOut: readonly SkippedClaim[] }) {
  const t = useTranslator();
  if (leftOut.length === 0) return null;
  const byReason = new Map<string, string[]>();
  for (const { target, reason } of leftOut) {
    byReason.set(reason, [...(byReason.get(reason) ?? []), target.name]);
  }
  return (
    <details>
      <summary className="flex min-h-11 cursor-pointer items-center text-sm font-medium">
        {t("Not claimed: {count}", { count: leftOut.length })}
      </summary>
      <ul className="list-disc space-y-1.5 pl-5 text-sm">
        {[...byReason].map(([reason, names]) => (
          <li key={reason} className="wrap-anywhere">
            {names.length > NAMED
              ? t("{names} and {count} more", {
                  names: names.slice(0, NAMED).join(", "),
                  count: names.length - NAMED,
                })
              : names.join(", ")}
            : <span className="text-ink-soft">{reason}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
