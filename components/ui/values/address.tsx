import Link from "next/link";
import { shortAddress } from "@/lib/core/views/names";
import { CopyButton } from "./copy-button";

type AddressProps = {
  address: string;
  /** What the address is, for the copy button: "creator", "tree". */
  name: string;
  href?: string;
  /** Characters kept at each end. */
  ends?: number;
};

export function Address({ address, name, href, ends }: AddressProps) {
  const text = <span className="font-mono">{shortAddress(address, ends)}</span>;
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap" title={address}>
      {href ? (
        <Link
          href={href}
          className="underline decoration-line-strong underline-offset-4 hover:decoration-current"
        >
          {text}
        </Link>
      ) : (
        text
      )}
      <CopyButton text={address} label={`Copy ${name} ${address}`} />
    </span>
  );
}
