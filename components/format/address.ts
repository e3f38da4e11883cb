/** An address in few characters, its ends kept: those are what people compare. */
export function shortAddress(address: string, ends = 4): string {
  return address.length <= 2 * ends + 1 ? address : `${address.slice(0, ends)}…${address.slice(-ends)}`;
}
