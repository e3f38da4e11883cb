import Link from "next/link";
import { ExplorerLink } from "@/components/shell/network";
import { shortAddress } from "@/lib/core/views/names";
import { CopyButton } from "./copy-button";

type AddressProps = {
  address: string;
  /** What it is, for the buttons beside it: "creator", "tree"; or "signature" or "root", which are no addresses. */
  name: string;
  href?: string;
  /** Characters kept at each end. */
  ends?: number;
};

export function Address({ address, name, href = pathOf(address, name), ends }: AddressProps) {
  const text = <span className="font-mono">{shortAddress(address, ends)}</span>;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1 whitespace-nowrap" title={address}>
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
      <InExplorer {...{ address, name }} />
    </span>
  );
}

const pathOf = (text: string, name: string) => (name === "signature" ? `/transactions/${text}` : undefined);

function InExplorer({ address, name }: Pick<AddressProps, "address" | "name">) {
  if (name === "root") return null;
  const kind = name === "signature" ? "tx" : "address";
  return <ExplorerLink kind={kind} id={address} label={`Show ${name} ${address} in the explorer`} />;
}

type WholeAddressProps = Pick<AddressProps, "address" | "name"> & {
  /** The page is about it, and does not lead to itself. */
  isHere?: boolean;
};

/** All its characters: what is signed is compared whole. */
export function WholeAddress({ address, name, isHere = false }: WholeAddressProps) {
  const path = isHere ? undefined : pathOf(address, name);
  return (
    <span className="font-mono break-all">
      {path ? (
        // Beside what was just done, which has to stay to be read.
        <a href={path} target="_blank" rel="noreferrer" className="underline underline-offset-4">
          {address}
        </a>
      ) : (
        address
      )}{" "}
      <CopyButton text={address} label={`Copy ${name} ${address}`} />
      <InExplorer {...{ address, name }} />
    </span>
  );
}
