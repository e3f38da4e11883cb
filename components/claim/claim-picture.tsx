import type { CSSProperties } from "react";
import { formatAmountShort, formatPercent } from "@/components/format/amount";
import { campaignName, shortAddress, type Token } from "@/lib/contract/names";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import type { ClaimCampaign } from "./claim-texts";

/** Size of link previews in pixels. */
export const PICTURE_SIZE = { width: 1200, height: 630 };

type ClaimPictureProps = ClaimCampaign & {
  token: Token;
  /** The name of this deployment. */
  siteName: string;
};

const NAME_LENGTH = 60;
/**
 * Characters outside of the bundled font. For such characters the library would request a font from a server.
 */
const UNDRAWABLE =
  /[^\u0020-\u007e\u00a1-\u00ac\u00ae-\u0113\u0116-\u012b\u012e-\u0137\u0139-\u013e\u0141-\u0148\u014a-\u014d\u0150-\u017e\u2013\u2014\u2018\u2019\u201c\u201d\u2026]/gu;

/** Returns a short text that contains only characters of the font. */
export function drawable(text: string): string {
  const known = text.normalize("NFC").replaceAll(UNDRAWABLE, " ").replaceAll(/\s+/g, " ").trim();
  return known.length <= NAME_LENGTH ? known : `${known.slice(0, NAME_LENGTH - 1).trimEnd()}…`;
}

/**
 * Draws name, token and totals of a campaign for previews of links to it. Satori supports only a subset of
 * CSS.
 */
export function ClaimPicture(props: ClaimPictureProps) {
  const { token, totalSupply, totalClaimed, leafCount, siteName } = props;
  const name = drawable(campaignName(props)) || `Campaign ${shortAddress(props.treeAddress)}`;
  const amount = drawable(`${formatAmountShort(totalSupply, token.decimals)} ${token.unit}`);
  const mint = token.mint === NATIVE_MINT ? "native SOL" : drawable(tokenText(token));
  return (
    <div style={PAGE}>
      <div style={{ display: "flex", fontSize: 34, color: "#a9b3b8" }}>
        {[drawable(siteName), "Token vesting on Solana"].filter(Boolean).join(" · ")}
      </div>
      <div style={{ display: "flex", flexDirection: "column" }}>
        <div
          style={{
            display: "flex",
            fontSize: name.length > 30 ? 64 : 84,
            lineHeight: 1.15,
            wordBreak: "break-word",
          }}
        >
          {name}
        </div>
        <div style={{ display: "flex", fontSize: 30, color: "#a9b3b8", marginTop: 18 }}>{mint}</div>
      </div>
      <div style={{ display: "flex", justifyContent: "space-between" }}>
        <Total label="Total" value={amount} />
        <Total label="Claimed" value={formatPercent(totalClaimed, totalSupply)} />
        <Total label="Allocations" value={leafCount.toLocaleString("en")} />
      </div>
    </div>
  );
}

/** Returns the name and the mint of a token. */
function tokenText({ mint, unit, names }: Token): string {
  const at = shortAddress(mint, 6);
  const imitates = names?.imitates ? `, not the well-known ${names.imitates}` : "";
  return unit.includes(shortAddress(mint)) ? `token ${at}${imitates}` : `${unit}, mint ${at}`;
}

const PAGE: CSSProperties = {
  display: "flex",
  flexDirection: "column",
  justifyContent: "space-between",
  width: "100%",
  height: "100%",
  padding: 72,
  color: "#eceff0",
  backgroundColor: "#101314",
  borderLeft: "24px solid #5fd3b4",
};

function Total({ label, value }: { label: string; value: string }) {
  return (
    <div style={{ display: "flex", flexDirection: "column" }}>
      <div style={{ display: "flex", fontSize: 28, color: "#a9b3b8" }}>{label}</div>
      <div style={{ display: "flex", fontSize: value.length > 22 ? 34 : 44, color: "#5fd3b4" }}>{value}</div>
    </div>
  );
}
