"use client";

import { useTranslator } from "@/components/i18n/use-translator";
import { useNetwork } from "@/components/shell/network";
import { logoPath, type Token, type TokenNames } from "@/lib/contract/names";
import type { Translator } from "@/lib/core/i18n/translator";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import type { Network } from "@/lib/core/solana/networks";
import { Address, WholeAddress } from "./address";

type TokenNameProps = {
  token: Pick<Token, "mint" | "unit" | "names">;
  /** Shows all characters of the mint, for reviews before signing. */
  whole?: boolean;
  /** Shows only the symbol, for lists. */
  brief?: boolean;
};

/** Shows a token by its own name and always by its mint, because anyone can give a token any name. */
export function TokenName({ token, whole = false, brief = false }: TokenNameProps) {
  const { mint, names } = token;
  if (mint === NATIVE_MINT) return "SOL";
  const called = getShownName(token, brief);
  return (
    <span className="wrap-anywhere">
      {names?.hasLogo && <Logo mint={mint} />}
      {called !== null && (
        <>
          {/* Isolates right-to-left text, so that it does not reorder the adjacent text. */}
          <bdi className="font-medium">{called}</bdi>{" "}
        </>
      )}
      {whole ? (
        <WholeAddress address={mint} name="mint" />
      ) : (
        <Address address={mint} name="mint" href={`/campaigns?mint=${mint}`} />
      )}
      <LookAlike names={names} />
    </span>
  );
}

/** Returns the symbol and name of a token, or null if it has neither. */
export const tokenTitle = ({ symbol, name }: TokenNames): string | null =>
  symbol && name && name !== symbol ? `${symbol}, ${name}` : (symbol ?? name);

/** Returns null if only the mint is known. */
function getShownName({ unit, names }: TokenNameProps["token"], brief: boolean): string | null {
  if (!names) return unit === "wSOL" || unit === "DEMO" ? unit : null;
  return brief ? (names.symbol ?? names.name) : tokenTitle(names);
}

/**
 * The logo next to the name. A background image that fails to load leaves no visible trace, unlike an `img`.
 */
function Logo({ mint }: { mint: string }) {
  return (
    <span
      aria-hidden="true"
      style={{ backgroundImage: `url("${logoPath(mint)}")` }}
      className="mr-1.5 inline-block size-5 rounded-full bg-cover bg-center align-middle"
    />
  );
}

/** Warns that a token with a well-known name is a different token. */
export function LookAlike({ names }: { names: TokenNames | undefined }) {
  const t = useTranslator();
  const network = useNetwork();
  if (!names?.imitates) return null;
  return <span className="block text-sm font-medium text-warn">{warning(t, names.imitates, network)}</span>;
}

function warning(t: Translator, symbol: string, network: Network | null): string {
  if (network === null || network.cluster === "mainnet-beta") {
    return t("This token uses the name {symbol}, but is not the {symbol} mint.", { symbol });
  }
  return network.cluster
    ? t(
        "This token uses the name {symbol}. Anyone can create such a token on {network}. It is not the {symbol} of Solana mainnet.",
        { symbol, network: network.name },
      )
    : t(
        "This token uses the name {symbol}. Anyone can create such a token on this network. It is not the {symbol} of Solana mainnet.",
        { symbol },
      );
}
