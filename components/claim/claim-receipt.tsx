"use client";

import { useQuery } from "@tanstack/react-query";
import type { ActionRequest } from "@/components/actions/action-request";
import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { useNow } from "@/components/shell/clock";
import { useNetwork } from "@/components/shell/network";
import { buttonClass } from "@/components/ui/button";
import { Fact, Facts } from "@/components/ui/card";
import { Icon } from "@/components/ui/icon";
import { PrintButton } from "@/components/ui/print-button";
import { WholeAddress } from "@/components/ui/values/address";
import { Amount } from "@/components/ui/values/amount";
import { Time } from "@/components/ui/values/time";
import { TokenName } from "@/components/ui/values/token";
import type { LeafView } from "@/lib/contract/leaf";
import type { Token } from "@/lib/contract/names";
import { explorerPage } from "@/lib/core/solana/networks";
import { claimControl } from "@/lib/core/vesting/controls";
import { allocationUnlock, NextUnlocks } from "./next-unlocks";
import { fetchAllocation, progressKey } from "./use-allocation";
import { useClaimHistory } from "./use-claim-history";

type ClaimReceiptProps = {
  request: Extract<ActionRequest, { kind: "claim" }>;
  signatures: readonly string[];
};

type ReceiptPayment = { treeAddress: string; leaves: readonly LeafView[]; signatures: readonly string[] };

/** Fetches the payments of a claim and the allocation after it. */
function usePayment({ treeAddress, leaves, signatures }: ReceiptPayment) {
  const address = leaves[0]?.beneficiary ?? null;
  const { data: mine } = useQuery({
    queryKey: progressKey(address ?? "", treeAddress),
    queryFn: () => fetchAllocation(address ?? "", treeAddress),
    enabled: address !== null,
  });
  const claimedSoFar = mine?.progress.claimedSoFar ?? "";
  const { data: history = [] } = useClaimHistory({ treeAddress, address, claimedSoFar });
  return { mine, address, paid: history.filter(({ signature }) => signatures.includes(signature)) };
}

/** The receipt of a claim: the paid amount, the parties, the time, and the next unlock. */
export function ClaimReceipt({ request, signatures }: ClaimReceiptProps) {
  const t = useTranslator();
  const { campaign, leaves, claimable } = request;
  const { treeAddress, mint, decimals, unit, names } = campaign;
  const token = { mint, decimals, unit, names, isKnown: true };
  const { mine, paid, address } = usePayment({ treeAddress, leaves, signatures });
  const amount = paid.reduce((sum, payment) => sum + payment.amount, 0n);
  const now = useNow(30_000);
  const { next, runningUntil } = allocationUnlock({ leaves: mine?.leaves ?? [] }, now);
  const hasUnlock = next !== null || runningUntil !== null;
  return (
    <section aria-label={t("Receipt")} className="space-y-3">
      <p className="text-3xl font-semibold wrap-anywhere tabular-nums">
        {amount > 0n ? (
          <Amount value={amount} token={token} exact />
        ) : (
          <Trans id="about {amount}" values={{ amount: <Amount value={claimable} token={token} exact /> }} />
        )}
      </p>
      <ReceiptFacts {...{ token, address, treeAddress }} at={paid[0]?.at ?? null} />
      {mine && hasUnlock && (
        <p className="text-sm">
          <NextUnlocks mine={mine} claim={claimControl(mine.status, t)} token={token} />
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <ExplorerButton signature={signatures.at(-1)} />
        <PrintButton />
      </div>
    </section>
  );
}

type ReceiptFactsProps = {
  token: Token;
  address: string | null;
  treeAddress: string;
  /** The time of the payment in unix seconds; null before the payment is indexed. */
  at: bigint | null;
};

/** The date, the parties and the token of a payment. */
export function ReceiptFacts({ token, address, treeAddress, at }: ReceiptFactsProps) {
  const t = useTranslator();
  return (
    <Facts>
      {at !== null && (
        <Fact label={t("Date")}>
          <Time at={at} />
        </Fact>
      )}
      {address !== null && (
        <Fact label={t("Paid to")}>
          <WholeAddress address={address} name="recipient" />
        </Fact>
      )}
      <Fact label={t("Token")}>
        <TokenName token={token} whole />
      </Fact>
      <Fact label={t("Campaign")}>
        <WholeAddress address={treeAddress} name="campaign" />
      </Fact>
    </Facts>
  );
}

/** Opens a transaction in the explorer. Renders nothing on a network without an explorer. */
export function ExplorerButton({ signature }: { signature: string | undefined }) {
  const t = useTranslator();
  const network = useNetwork();
  const page = network && signature ? explorerPage(network, "tx", signature) : null;
  if (!page) return null;
  return (
    <a href={page} target="_blank" rel="noreferrer" className={buttonClass("secondary")}>
      <Icon name="external" className="size-4" /> {t("View in the explorer")}
    </a>
  );
}
