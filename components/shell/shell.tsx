import { cookies } from "next/headers";
import { LanguageChoice } from "@/components/i18n/language-choice";
import { useTranslator } from "@/components/i18n/use-translator";
import { Link } from "@/components/ui/link";
import { WalletButton } from "@/components/wallet/wallet-button";
import { WalletNetworkNotice } from "@/components/wallet/wallet-network-notice";
import type { Brand } from "@/lib/contract/deployment";
import type { Network } from "@/lib/core/solana/networks";
import { Logo } from "./brand-logo";
import { BottomNavigation, HeaderNavigation } from "./navigation";
import { NetworkClock } from "./network-clock";
import { Providers, type ProvidersProps } from "./providers";
import { ServiceNotice } from "./service-notice";
import { THEME_COOKIE, type Theme, toTheme } from "./theme";
import { ThemeToggle } from "./theme-toggle";

type ShellProps = ProvidersProps & { brand: Brand };

/** The layout of all pages: header, navigation and shared client state. */
export async function Shell({ brand, children, ...shared }: ShellProps) {
  const { network, isLocalLedger } = shared;
  const theme = toTheme((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <Providers {...shared}>
      <div className="flex min-h-dvh flex-col">
        <Header {...{ theme, network, brand }} />
        {isLocalLedger && <NetworkClock />}
        <ServiceNotice />
        <WalletNetworkNotice />
        <main id="main" tabIndex={-1} className="mx-auto w-full max-w-6xl px-4 py-6 outline-none sm:py-8">
          {children}
        </main>
        <Footer {...{ brand, isLocalLedger }} />
      </div>
      <BottomNavigation />
    </Providers>
  );
}

type HeaderProps = { theme: Theme; network: Network | null; brand: Brand };

function Header({ theme, network, brand }: HeaderProps) {
  const t = useTranslator();
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-surface">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50 focus:bg-surface focus:p-3"
      >
        {t("Skip to content")}
      </a>
      <div className="mx-auto flex h-16 max-w-6xl items-center gap-2 px-4 sm:gap-4">
        <Link href="/" className="flex min-h-11 min-w-0 items-center gap-2 font-semibold tracking-tight">
          <Logo {...brand} />
          <span className="min-w-0 text-sm leading-tight sm:text-base sm:leading-tight">
            <span className="block whitespace-nowrap max-[22rem]:sr-only">{brand.name}</span>
            {network && <NetworkName network={network} />}
          </span>
        </Link>
        <HeaderNavigation />
        <div className="ml-auto flex items-center gap-1 sm:gap-2">
          <ThemeToggle initial={theme} />
          <WalletButton />
        </div>
      </div>
    </header>
  );
}

/** Test networks appear in the warning color, so that their pages are not mistaken for mainnet. */
function NetworkName({ network: { name, cluster } }: { network: Network }) {
  const t = useTranslator();
  const isReal = cluster === "mainnet-beta";
  return (
    <span
      title={t("This service indexes {network}.", { network: name })}
      className={`block max-w-36 truncate text-xs font-medium tracking-normal max-[22rem]:line-clamp-2 max-[22rem]:whitespace-normal sm:max-w-60 ${isReal ? "text-ink-soft" : "text-warn"}`}
    >
      {name}
    </span>
  );
}

function Footer({ brand: { name, terms }, isLocalLedger }: { brand: Brand; isLocalLedger: boolean }) {
  const t = useTranslator();
  return (
    <footer className="mt-auto border-t border-line pb-20 md:pb-0">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-6 gap-y-2 px-4 py-6 text-sm text-ink-soft">
        <span>
          {isLocalLedger
            ? t("{name} shows data from a local ledger.", { name })
            : t("{name} shows data from Solana. The chain is the source of truth.", { name })}
        </span>
        <Link className="underline underline-offset-4" href="/docs">
          {t("Documentation")}
        </Link>
        <a className="underline underline-offset-4" href="/api/health">
          {t("Service status")}
        </a>
        {terms && (
          <a className="underline underline-offset-4" href={terms} target="_blank" rel="noreferrer">
            {t("Terms")}
          </a>
        )}
        <div className="sm:ml-auto">
          <LanguageChoice />
        </div>
      </div>
    </footer>
  );
}
