import { Fragment } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { ExplorerLink } from "@/components/shell/network";
import { Link } from "@/components/ui/link";
import { shortAddress } from "@/lib/contract/names";
import { message } from "@/lib/core/i18n/translator";
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

/** The kind of an address: a known kind, or text in the language of the viewer. */
export type AddressSubject = Named | (string & {});

const isNamed = (name: AddressSubject): name is Named => Object.hasOwn(ADDRESS_NAMES, name);

type AddressProps = {
  address: string;
  /** The kind, for the labels of the buttons. Signatures and roots are not addresses. */
  name: AddressSubject;
  href?: string;
};

export function Address({ address, name, href = buildPath(address, name) }: AddressProps) {
  const text = <span className="font-mono">{shortAddress(address)}</span>;
  return (
    <span className="inline-flex items-center gap-x-1 whitespace-nowrap" title={address}>
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

const buildPath = (text: string, name: AddressSubject) =>
  name === "signature" ? `/transactions/${text}` : undefined;

/** Buttons to copy the address and to open it in the explorer. The explorer does not support roots. */
function Uses({ address, name }: Pick<AddressProps, "address" | "name">) {
  const t = useTranslator();
  const values = { name: isNamed(name) ? t(ADDRESS_NAMES[name]) : name, address };
  return (
    <>
      <CopyButton text={address} label={t("Copy {name} {address}", values)} />
      {name !== "root" && (
        <ExplorerLink
          kind={name === "signature" ? "tx" : "address"}
          id={address}
          label={t("View {name} {address} in the explorer", values)}
        />
      )}
    </>
  );
}

/** A shortened address or root within a text. */
const SHORT_ADDRESS = /([0-9A-HJ-NP-Za-km-z]{4,8}…[0-9A-HJ-NP-Za-km-z]{4,8})/;

/** Shows a text with its shortened addresses and roots in the font of addresses. */
export const MonoAddresses = ({ text }: { text: string }) =>
  text.split(SHORT_ADDRESS).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their order.
      <span key={at} className="font-mono whitespace-nowrap">
        {part}
      </span>
    ),
  );

/** Half of an address, so that an address that does not fit takes two lines of the same length. */
const LINE = /.{1,22}/gs;

export const Breakable = ({ text }: { text: string }) =>
  text.match(LINE)?.map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their order.
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));

type WholeAddressProps = Pick<AddressProps, "address" | "name"> & {
  /** Whether the current page is about this address, so that the address is not a link. */
  isHere?: boolean;
};

/** Shows all characters, because a signer compares the whole address. */
export function WholeAddress({ address, name, isHere = false }: WholeAddressProps) {
  const path = isHere ? undefined : buildPath(address, name);
  return (
    <span className="font-mono wrap-anywhere">
      {path ? (
        // Opens in a new tab, so that the result of the transaction stays visible.
        <a href={path} target="_blank" rel="noreferrer" className="underline underline-offset-4">
          <Breakable text={address} />
        </a>
      ) : (
        <Breakable text={address} />
      )}{" "}
      <Uses {...{ address, name }} />
    </span>
  );
}
