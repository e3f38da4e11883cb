import type { Metadata } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { Providers } from "@/components/shell/providers";
import { WalletNetworkNotice } from "@/components/wallet/wallet-network-notice";
import { readDeployment } from "@/lib/service/pages/deployment";
import { readShell } from "@/lib/service/pages/shell";

/** A search engine must find the page itself, not its frame. */
export const metadata: Metadata = { robots: { index: false } };

/** The layout of pages in a frame of another site: no header and no navigation. Links open in new tabs. */
export default async function EmbedLayout({ children }: { children: ReactNode }) {
  const { brand, claimConditions } = readDeployment(await headers());
  return (
    <Providers {...(await readShell())} claimConditions={claimConditions}>
      <base target="_blank" />
      <WalletNetworkNotice />
      <main className="mx-auto w-full max-w-3xl space-y-4 p-4">
        {children}
        <Source name={brand.name} />
      </main>
    </Providers>
  );
}

function Source({ name }: { name: string }) {
  const t = useTranslator();
  return (
    <p className="text-xs text-ink-soft">
      <a href="/" className="underline underline-offset-4">
        {t("Shown by {name}", { name })}
      </a>
    </p>
  );
}
