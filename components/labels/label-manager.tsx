"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState, ErrorNotice } from "@/components/ui/notice";
import { ConnectFirst, type Introduction } from "@/components/wallet/connect-first";
import { SignToShow } from "@/components/wallet/sign-to-show";
import type { WalletAccount } from "@/components/wallet/wallet-store";
import { DeleteAllLabels } from "./delete-all-labels";
import LabelDialog from "./label-dialog";
import { LabelImport } from "./label-import";
import { LabelList } from "./label-list";
import { loadLabels, useLabels } from "./label-store";
import { LabelledFile } from "./labelled-file";

/** Manages the private labels of the connected wallet. */
export function LabelManager({ introduction }: { introduction: Introduction }) {
  const { account } = useLabels();
  // The key resets the state, so that another wallet never sees the data of the previous one.
  if (account) return <OwnLabels key={account.address} account={account} />;
  return <ConnectFirst {...introduction} />;
}

function OwnLabels({ account }: { account: WalletAccount }) {
  const t = useTranslator();
  const { labels, nextCursor } = useLabels();
  const [isAdding, setIsAdding] = useState(false);
  const load = useMutation({ mutationFn: loadLabels });
  if (nextCursor === undefined) {
    return (
      <SignToShow
        title={t("Your labels")}
        button={t("Show my labels")}
        load={load}
        onLoad={() => load.mutate(account)}
      >
        {t("Sign a message with your wallet to show your labels.")}
      </SignToShow>
    );
  }
  return (
    <>
      <Card title={t("Your labels")}>
        {labels.size === 0 ? (
          <EmptyState title={t("No labels yet")}>
            {t("Add a label here, import many below, or label recipients on the pages of your campaigns.")}
          </EmptyState>
        ) : (
          <LabelList labels={[...labels.values()]} />
        )}
        <div className="mt-4 flex flex-wrap items-start gap-2">
          <Button tone="primary" onClick={() => setIsAdding(true)}>
            {t("Add label")}
          </Button>
          {nextCursor !== null && (
            <Button busy={load.isPending} onClick={() => load.mutate(account)}>
              {t("Load more labels")}
            </Button>
          )}
          {labels.size > 0 && (
            <>
              <LabelledFile
                label={t("Export labels as CSV")}
                name={`labels-${account.address.slice(0, 8)}.csv`}
                path="/api/labels"
              />
              <DeleteAllLabels account={account} />
            </>
          )}
        </div>
        <ErrorNotice error={load.error} />
      </Card>
      <Card title={t("Import labels")}>
        <LabelImport signer={account} />
      </Card>
      {isAdding && <LabelDialog account={account} onClose={() => setIsAdding(false)} />}
    </>
  );
}
