import { ExplorerLink } from "@/components/shell/network";
import { Link } from "@/components/ui/link";
import { useWords } from "@/components/words/use-words";
import { shortAddress } from "@/lib/contract/names";
import { message } from "@/lib/core/words/words";
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

type AddressProps = {
  address: string;
  /** What it is, for the buttons beside it; a signature and a root are no addresses. */
  name: AddressOf;
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
      <Uses {...{ address, name }} />
    </span>
  );
}

const pathOf = (text: string, name: AddressOf) =>
  name === "signature" ? `/transactions/${text}` : undefined;

/** To copy it, and to see it in the explorer, which knows no roots. */
function Uses({ address, name }: Pick<AddressProps, "address" | "name">) {
  const t = useWords();
  const of = { name: isNamed(name) ? t(ADDRESS_NAMES[name]) : name, address };
  return (
    <>
      <CopyButton text={address} label={t("Copy {name} {address}", of)} />
      {name !== "root" && (
        <ExplorerLink
          kind={name === "signature" ? "tx" : "address"}
          id={address}
          label={t("Show {name} {address} in the explorer", of)}
        />
      )}
    </>
  );
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
      <Uses {...{ address, name }} />
    </span>
  );
}
