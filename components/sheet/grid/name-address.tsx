/** The whole address of a name, below the name, because the name alone never identifies a recipient. */
export function NameAddress({ address }: { address: string | null }) {
  if (address === null) return null;
  return <span className="block font-mono text-xs leading-5 text-ink-soft wrap-anywhere">{address}</span>;
}
