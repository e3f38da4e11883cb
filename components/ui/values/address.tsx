import Link from "next/link";
import { ExplorerLink } from "@/components/shell/network";
import { useWords } from "@/components/words/use-words";
import { shortAddress } from "@/lib/core/views/names";
import { message, type Words } from "@/lib/core/words/words";
import { CopyButton } from "./copy-button";

const ADDRESS_NAMES = {
  address: message("address"),
  authority: message("authority"),
  campaign: message("campaign"),
  "cancel authority": message("cancel authority"),
  creator: message("creator"),
  mint: message("mint"),
  "nonce account": message("nonce account"),
  "pause authority": message("pause authority"),
  program: message("program"),
  recipient: message("recipient"),
  root: message("root"),
  signature: message("signature"),
  signer: message("signer"),
  tree: message("tree"),
};

type Named = keyof typeof ADDRESS_NAMES;

/** What an address is: one of our names for it, or any other that is in the viewer's language already. */
export type AddressOf = Named | (string & {});

const isNamed = (name: AddressOf): name is Named => Object.hasOwn(ADDRESS_NAMES, name);

const nameIn = (t: Words, name: AddressOf): string => (isNamed(name) ? t(ADDRESS_NAMES[name]) : name);

const copySentence = (t: Words, name: AddressOf, address: string): string =>
  t("Copy {name} {address}", { name: nameIn(t, name), address });

type AddressProps = {
  address: string;
  /** What it is, for the buttons beside it; a signature and a root are no addresses. */
  name: AddressOf;
  href?: string;
  /** Characters kept at each end. */
  ends?: number;
};

export function Address({ address, name, href = pathOf(address, name), ends }: AddressProps) {
  const t = useWords();
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
      <CopyButton text={address} label={copySentence(t, name, address)} />
      <InExplorer {...{ address, name }} />
    </span>
  );
}

const pathOf = (text: string, name: AddressOf) =>
  name === "signature" ? `/transactions/${text}` : undefined;

function InExplorer({ address, name }: Pick<AddressProps, "address" | "name">) {
  const t = useWords();
  if (name === "root") return null;
  const kind = name === "signature" ? "tx" : "address";
  return (
    <ExplorerLink
      kind={kind}
      id={address}
      label={t("Show {name} {address} in the explorer", { name: nameIn(t, name), address })}
    />
  );
}

type WholeAddressProps = Pick<AddressProps, "address" | "name"> & {
  /** The page is about it, and does not lead to itself. */
  isHere?: boolean;
};

/** All its characters: what is signed is compared whole. */
export function WholeAddress({ address, name, isHere = false }: WholeAddressProps) {
  const t = useWords();
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
      <CopyButton text={address} label={copySentence(t, name, address)} />
      <InExplorer {...{ address, name }} />
    </span>
  );
}
