import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { Footer, Header } from "./header";
import { LedgerClock } from "./ledger-clock";
import { BottomNavigation } from "./navigation";
import { Providers } from "./providers";
import { ServiceNotice } from "./service-notice";
import { THEME_COOKIE, toTheme } from "./theme";

type ShellProps = { serverNow: string; isLocalLedger: boolean; children: ReactNode };

/** Header, navigation and what client components share, around a page. */
export async function Shell({ serverNow, isLocalLedger, children }: ShellProps) {
  const theme = toTheme((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <Providers serverNow={serverNow} isLocalLedger={isLocalLedger}>
      <Header theme={theme} />
      {isLocalLedger && <LedgerClock />}
      <ServiceNotice />
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-6xl px-4 py-6 outline-none sm:py-8">
        {children}
      </main>
      <Footer />
      <BottomNavigation />
    </Providers>
  );
}
