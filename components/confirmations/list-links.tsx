"use client";

import { useTranslator } from "@/components/i18n/use-translator";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { showToast } from "@/components/ui/toast-store";
import { CopyButton, copyText } from "@/components/ui/values/copy-button";
import type { ConfirmationInviteView } from "@/lib/contract/confirmation";

/** Longer lists of invites show only the first ones; the copied text contains all. */
const MAX_SHOWN_INVITES = 50;

const getPage = (listId: string) => `${window.location.origin}/confirm/${listId}`;

/** The token is in the fragment, which browsers do not send and servers do not log. */
const inviteLink = (listId: string, token: string) => `${getPage(listId)}#invite=${token}`;

/** Shows the link for recipients with a listed wallet. */
export function ShareLink({ listId }: { listId: string }) {
  const t = useTranslator();
  const page = getPage(listId);
  return (
    <div className="text-sm">
      <p className="text-ink-soft">{t("Link for recipients whose wallet is listed")}</p>
      <p className="flex items-center justify-between gap-2">
        <a href={page} title={page} className="min-w-0 truncate underline underline-offset-4">
          {page}
        </a>
        <CopyButton text={page} label={t("Copy confirmation link")} />
      </p>
    </div>
  );
}

type InviteLinksProps = { listId: string; invites: readonly ConfirmationInviteView[] };

/** Shows new invites, which the service cannot show again. */
export function InviteLinks({ listId, invites }: InviteLinksProps) {
  const t = useTranslator();
  if (invites.length === 0) return null;
  const lines = invites.map(({ reference, token }) => `${reference}\t${inviteLink(listId, token)}`);
  const copyAll = async () => {
    const isCopied = await copyText(lines.join("\n"));
    showToast(
      isCopied
        ? { title: t("Copied"), text: t("One line per recipient"), tone: "good" }
        : { title: t("This browser does not allow copying"), tone: "danger" },
    );
  };
  return (
    <Notice
      tone="good"
      live
      title={t("Send each recipient their own invite link. The links are shown only once.")}
    >
      <p>
        {t("The first person who uses an invite link sets the wallet of that row. Send the links privately.")}
      </p>
      <ul className="my-2 divide-y divide-line">
        {invites.slice(0, MAX_SHOWN_INVITES).map(({ row, reference, token }) => (
          <li key={row} className="flex items-center justify-between gap-2 py-1.5">
            <span className="min-w-0 flex-1 truncate" title={reference}>
              {reference}
            </span>
            <span className="min-w-0 flex-1 truncate font-mono text-xs max-sm:hidden">
              {inviteLink(listId, token)}
            </span>
            <CopyButton
              text={inviteLink(listId, token)}
              label={t("Copy the invite link for {recipient}", { recipient: reference })}
            />
          </li>
        ))}
      </ul>
      {invites.length > MAX_SHOWN_INVITES && (
        <p className="mb-2">
          {t("{count, plural, one {# more link is} other {# more links are}} part of the copied text.", {
            count: invites.length - MAX_SHOWN_INVITES,
          })}
        </p>
      )}
      {invites.length > 1 && <Button onClick={copyAll}>{t("Copy all invite links")}</Button>}
    </Notice>
  );
}
