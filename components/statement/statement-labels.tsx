"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslator } from "@/components/i18n/use-translator";
import {
  loadStatementLabels,
  pageKey,
  type StatementPage,
  statementKey,
  useLabels,
} from "@/components/labels/label-store";
import { LabelledFile } from "@/components/labels/labelled-file";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ErrorNotice } from "@/components/ui/notice";
import type { WalletAccount } from "@/components/wallet/wallet-store";
import type { Token } from "@/lib/contract/names";
import { CategoryTable } from "./statement-table";

type StatementLabelsProps = {
  creator: string;
  page: StatementPage;
  token: Token;
  hasWithheld: boolean;
  hasForfeited: boolean;
};

/**
 * The totals per category of the creator's private labels, and the file with them. Shown to the creator alone, after
 * one signature.
 */
export function StatementLabels({ creator, page, ...shown }: StatementLabelsProps) {
  const t = useTranslator();
  const { account, totals, pages, nextCursor } = useLabels();
  const load = useMutation({
    mutationFn: (signer: WalletAccount) => loadStatementLabels(signer, page),
  });
  if (account?.address !== creator) return null;
  const categories = totals.get(statementKey(page));
  const isShown = categories !== undefined && (nextCursor === null || pages.has(pageKey(page)));
  const { treeAddress, creation, at, withheldPercent } = page;
  return (
    <Card
      title={t("Totals per category")}
      aside={categories && t("Amounts in {unit}", { unit: shown.token.unit })}
      className={categories ? "" : "print:hidden"}
    >
      {categories ? (
        <CategoryTable {...{ categories, ...shown }} />
      ) : (
        <p className="mb-3 text-sm text-ink-soft">
          {t("Labels are private notes about recipients. Your wallet signs a message to show them.")}
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2 print:hidden">
        {!isShown && (
          <Button busy={load.isPending} onClick={() => load.mutate(account)}>
            {t("Show my labels")}
          </Button>
        )}
        <LabelledFile
          label={t("Export with labels")}
          name={`statement-${treeAddress.slice(0, 8)}.csv`}
          path={`/api/campaigns/${treeAddress}/statement`}
          query={{
            ...{ labels: "true", at },
            ...(withheldPercent !== undefined && { withheldPercent }),
            ...(creation !== undefined && { creation }),
          }}
        />
      </div>
      <ErrorNotice error={load.error} />
    </Card>
  );
}
