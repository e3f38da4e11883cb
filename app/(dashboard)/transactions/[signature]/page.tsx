import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { requestTranslator } from "@/components/i18n/request-translator";
import { useTranslator } from "@/components/i18n/use-translator";
import { getMints, TransactionParts } from "@/components/transaction/transaction-parts";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page/page-header";
import { WholeAddress } from "@/components/ui/values/address";
import { ZoneNote } from "@/components/ui/values/zone-note";
import { shortAddress } from "@/lib/contract/names";
import { message } from "@/lib/core/i18n/translator";
import { isSignature } from "@/lib/core/solana/signatures";
import { readNetwork } from "@/lib/service/pages/network";
import { readTokens } from "@/lib/service/pages/tokens";
import { readTransactionPage } from "@/lib/service/pages/transaction";

type Props = PageProps<"/transactions/[signature]">;

/** Maximum number of mints per page whose names are requested from the RPC node. */
const MAX_NAMED = 20;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await requestTranslator();
  const signature = shortAddress((await params).signature);
  return { title: t("Transaction {signature}", { signature }) };
}

const MISSING = {
  unknown: {
    title: message("Transaction not found"),
    text: message(
      "It may not be confirmed yet, it may belong to another network, or the RPC node of this service no longer stores it. If you have just sent it, reload the page in a moment.",
    ),
  },
  unavailable: {
    title: message("The network is not responding"),
    text: message("The transaction is not affected. Reload the page in a moment."),
  },
  busy: {
    title: message("Too many transaction requests"),
    text: message("This service limits transaction requests per minute. Reload the page in a minute."),
  },
} as const;

export default async function Page({ params }: Props) {
  const { signature } = await params;
  if (!isSignature(signature)) notFound();
  const t = await requestTranslator();
  const [page, network] = await Promise.all([readTransactionPage(signature, await headers()), readNetwork()]);
  const tokens = await readTokens(page.state === "found" ? getMints(page.detail).slice(0, MAX_NAMED) : []);
  return (
    <>
      <PageHeader parent={{ href: "/activity", name: t("Activity") }} title={t("Transaction")}>
        <WholeAddress address={signature} name="signature" isHere />
      </PageHeader>
      {page.state === "found" ? (
        <div className="space-y-6">
          <TransactionParts detail={page.detail} network={network?.name ?? null} getToken={tokens.of} />
          <ZoneNote />
        </div>
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
      title={isUnreadable ? t("Transaction unavailable") : t(MISSING[state].title)}
      action={<ButtonLink href={`/transactions/${signature}`}>{t("Try again")}</ButtonLink>}
    >
      {isUnreadable
        ? t("Response of the RPC node: {reason}", { reason: `${reason}` })
        : t(MISSING[state].text)}
    </EmptyState>
  );
}
