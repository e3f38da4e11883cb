"use client";

import { useState } from "react";
import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { Checkbox } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { RowPager } from "@/components/ui/paging/pagination";
import { WholeAddress } from "@/components/ui/values/address";
import type { UnusualAuthority } from "./authorities";
import type { UnusualRecipient } from "./recipients";

const ROWS_PER_PAGE = 10;

type UnusualRecipientsProps = {
  unusual: readonly UnusualRecipient[];
  consents: boolean;
  onConsent: (consents: boolean) => void;
};

/**
 * Lists recipients that are probably not wallets. The creator must confirm these recipients before signing.
 */
export function UnusualRecipients({ unusual, consents, onConsent }: UnusualRecipientsProps) {
  const t = useTranslator();
  const [page, setPage] = useState(0);
  if (unusual.length === 0) return null;
  const rows = unusual.slice(page * ROWS_PER_PAGE, (page + 1) * ROWS_PER_PAGE);
  return (
    <Notice
      tone="warn"
      title={t(
        "{count, plural, one {One recipient may never be able to claim} other {# recipients may never be able to claim}}",
        { count: unusual.length },
      )}
    >
      <ul className="my-2 space-y-1">
        {rows.map(({ address, why }) => (
          <li key={address}>
            <WholeAddress address={address} name="recipient" />: {why}.
          </li>
        ))}
      </ul>
      <RowPager page={page} pages={Math.ceil(unusual.length / ROWS_PER_PAGE)} onPage={setPage} />
      <div className="mt-3">
        <Checkbox
          id="unusual-consent"
          label={t(
            "{count, plural, one {Keep this recipient anyway} other {Keep all of these recipients anyway}}",
            { count: unusual.length },
          )}
          checked={consents}
          onChange={(event) => onConsent(event.target.checked)}
        />
      </div>
    </Notice>
  );
}

type UnusualAuthoritiesProps = {
  unusual: readonly UnusualAuthority[];
  trusts: boolean;
  onTrust: (trusts: boolean) => void;
};

/**
 * Lists authorities that could be a mistake. A wrong authority cannot be replaced, and a right without a
 * signer is lost.
 */
export function UnusualAuthorities({ unusual, trusts, onTrust }: UnusualAuthoritiesProps) {
  const t = useTranslator();
  if (unusual.length === 0) return null;
  return (
    <Notice tone="warn" title={t("Check who gets these rights")}>
      <ul className="my-2 space-y-1">
        {unusual.map((authority) => (
          <li key={authority.address}>
            <UnusualAuthorityText {...authority} />
          </li>
        ))}
      </ul>
      <div className="mt-3">
        <Checkbox
          id="authority-consent"
          label={t("I have compared every character, and this address can sign")}
          checked={trusts}
          onChange={(event) => onTrust(event.target.checked)}
        />
      </div>
    </Notice>
  );
}

function UnusualAuthorityText({ address, right, why }: UnusualAuthority) {
  const values = { authority: <WholeAddress address={address} name="authority" />, why };
  if (right === "cancel")
    return <Trans id="{authority}, which can cancel and change the campaign: {why}." values={values} />;
  if (right === "pause") return <Trans id="{authority}, which can pause claims: {why}." values={values} />;
  return (
    <Trans
      id="{authority}, which can cancel and change the campaign and pause claims: {why}."
      values={values}
    />
  );
}
