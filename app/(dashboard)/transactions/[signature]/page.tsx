import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { mintsOf, TransactionParts } from "@/components/transaction/transaction-parts";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page/page-header";
import { WholeAddress } from "@/components/ui/values/address";
import { isSignature } from "@/lib/core/solana/signatures";
import { shortAddress } from "@/lib/core/views/names";
import { readNetwork } from "@/lib/service/pages/network";
import { readTokens } from "@/lib/service/pages/tokens";
import { readTransactionPage } from "@/lib/service/pages/transaction";

type Props = PageProps<"/transactions/[signature]">;

/** Mints of strangers whose names the ledger is asked for at once. */
const MOST_NAMED = 20;

const readOnce = cache(readTransactionPage);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Transaction ${shortAddress((await params).signature, 6)}` };
}

const MISSING = {
  unknown: {
    title: "The ledger does not know this transaction",
    text: "It may not have landed yet, its signature may be of another network, or the node behind this service no longer keeps it. Reload the page in a moment if you have just sent it.",
  },
  away: {
    title: "The ledger does not answer right now",
    text: "What is on it has not changed. Reload the page in a moment.",
  },
  busy: {
    title: "Too many transactions were looked at",
    text: "This service asks its ledger for a number of them a minute, for all visitors together. Reload the page in a minute.",
  },
} as const;

export default async function Page({ params }: Props) {
  const { signature } = await params;
  if (!isSignature(signature)) notFound();
  const [page, network] = await Promise.all([readOnce(signature), readNetwork()]);
  const tokens = await readTokens(page.state === "found" ? mintsOf(page.detail).slice(0, MOST_NAMED) : []);
  return (
    <>
      <PageHeader title="Transaction">
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
  const { title, text } =
    state === "unreadable"
      ? { title: "The ledger does not give this transaction", text: `It says: ${reason}` }
      : MISSING[state];
  return (
    <EmptyState
      title={title}
      action={<ButtonLink href={`/transactions/${signature}`}>Look again</ButtonLink>}
    >
      {text}
    </EmptyState>
  );
}
