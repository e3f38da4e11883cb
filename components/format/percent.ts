/**
 * A part of a whole in percent, of two decimals at most, cut off and never rounded into a lie: something is not "0 %",
 * and less than all is not "100 %". Nothing of nothing is 0 %.
 */
export function formatPercent(part: bigint, whole: bigint): string {
  if (part === 0n || whole === 0n) return "0 %";
  const hundredths = (part * 10_000n) / whole;
  if (hundredths === 0n) return "< 0.01 %";
  if (part < whole && part * 10_000n > whole * 9_999n) return "> 99.99 %";
  const fraction = (hundredths % 100n).toString().padStart(2, "0").replace(/0+$/, "");
  return `${hundredths / 100n}${fraction && `.${fraction}`} %`;
}
