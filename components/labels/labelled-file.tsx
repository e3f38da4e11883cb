"use client";

import { useMutation } from "@tanstack/react-query";
import { download } from "@/components/review/document";
import { loadServiceApi } from "@/components/service/load-service-api";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { ErrorNotice } from "@/components/ui/notice";
import { useWallet } from "@/components/wallet/wallet-store";

type LabelledFileProps = {
  label: string;
  /** The name of the file, with its ending. */
  name: string;
  path: `/api/${string}`;
  query?: Record<string, string>;
};

/** Downloads a private list as CSV with one signature of the connected wallet. */
export function LabelledFile({ label, name, path, query }: LabelledFileProps) {
  const { account } = useWallet();
  const save = useMutation({
    mutationFn: async () => {
      if (!account) return;
      const text = await (await loadServiceApi()).csv(path, query, account);
      await download({ name, type: "text/csv", chunks: [text] });
    },
  });
  if (!account) return null;
  return (
    <div className="space-y-2">
      <Button onClick={() => save.mutate()} busy={save.isPending}>
        <Icon name="download" className="size-4" /> {label}
      </Button>
      <ErrorNotice error={save.error} />
    </div>
  );
}
