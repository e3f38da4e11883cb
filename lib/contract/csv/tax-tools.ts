/** Accounting tools whose import files the payments export writes. */
export const TAX_TOOLS = ["koinly", "cointracker", "cryptio", "bitwave"] as const;
export type TaxTool = (typeof TAX_TOOLS)[number];

/** The names of the tools as their vendors write them. */
export const TAX_TOOL_NAMES: Readonly<Record<TaxTool, string>> = {
  koinly: "Koinly",
  cointracker: "CoinTracker",
  cryptio: "Cryptio",
  bitwave: "Bitwave",
};
