import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { requestTranslator } from "@/components/i18n/request-translator";
import { useTranslator } from "@/components/i18n/use-translator";
import { mintsOf, TransactionParts } from "@/components/transaction/transaction-parts";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page/page-header";
import { WholeAddress } from "@/components/ui/values/address";
import { shortAddress } from "@/lib/contract/names";
import { message } from "@/lib/core/i18n/translator";
import { isSignature } from "@/lib/core/solana/signatures";
import { readNetwork } from "@/lib/service/pages/network";
import { readTokens } from "@/lib/service/pages/tokens";
import { readTransactionPage } from "@/lib/service/pages/transaction";

type Props = PageProps<"/transactions/[signature]">;

/** Maximum number of mints per page whose names are requested from the RPC node. */
const MAX_NAMED = 20;

const readOnce = cache(readTransactionPage);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await requestTranslator();
  const signature = shortAddress((await params).signature, 6);
  return { title: t("Transaction {signature}", { signature }) };
}

const MISSING = {
  unknown: {
    title: message("The ledger does not know this transaction"),
    text: message(
      "It may not have landed yet, its signature may be of another network, or the node behind this service no longer keeps it. Reload the page in a moment if you have just sent it.",
    ),
  },
  away: {
    title: message("The ledger does not answer right now"),
    text: message("What is on it has not changed. Reload the page in a moment."),
  },
  busy: {
    title: message("Too many transactions were looked at"),
    text: message(
      "This service asks its ledger for a number of them a minute, for all visitors together. Reload the page in a minute.",
    ),
  },
} as const;

export default async function Page({ params }: Props) {
  const { signature } = await params;
  if (!isSignature(signature)) notFound();
  const t = await requestTranslator();
  const [page, network] = await Promise.all([readOnce(signature), readNetwork()]);
  const tokens = await readTokens(page.state === "found" ? mintsOf(page.detail).slice(0, MAX_NAMED) : []);
  return (
    <>
      <PageHeader title={t("Transaction")}>
        <WholeAddress address={signature} name="signature" isHere />
      </PageHeader>
      {page.state === "found" ? (
        <TransactionParts detail={page.detail} network={network?.name ?? null} tokenOf={tokens.of} />
      ) : (
        <Missing {...page} signature={signature} />
      )}
    </>
  );
}

type MissingProps = { state: "unreadable" | keyof typeof MISSING; reason?: string; signature: string };

function Missing({ state, reason, signature }: MissingProps) {
  const t = useTranslator();
  const isUnreadable = state === "unreadable";
  return (
    <EmptyState
      title={isUnreadable ? t("The ledger does not give this transaction") : t(MISSING[state].title)}
      action={<ButtonLink href={`/transactions/${signature}`}>{t("Try again")}</ButtonLink>}
    >
      {isUnreadable ? t("It says: {reason}", { reason: `${reason}` }) : t(MISSING[state].text)}
    </EmptyState>
  );
}
