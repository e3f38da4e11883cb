"use client";

import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { type DraftNote, listAllDrafts } from "@/components/drafts/draft-store";
import { listPending, type PendingNote } from "@/components/drafts/pending-store";
import { useDiscardDraft } from "@/components/drafts/use-discard-draft";
import { hidden, strong, Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { Button, ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Time } from "@/components/ui/values/time";
import { shortAddress } from "@/lib/contract/names";

/** Lists unfinished work in this browser: campaigns that were signed, and drafts of forms. */
export function DashboardDrafts() {
  const t = useTranslator();
  const discardDraft = useDiscardDraft();
  const list = useRef<HTMLUListElement>(null);
  const drafts = useQuery({ queryKey: ["drafts"], queryFn: listAllDrafts, staleTime: 0 });
  const pending = useQuery({ queryKey: ["pending"], queryFn: listPending, staleTime: 0 });
  const signed = pending.data ?? [];
  const open = (drafts.data ?? []).filter(({ id }) => signed.every(({ draftId }) => draftId !== id));
  if (signed.length + open.length === 0) return null;
  const discard = async (note: DraftNote) => {
    await discardDraft(note);
    // The pressed button is removed and would lose the focus.
    list.current?.focus();
  };
  return (
    <Card title={t("Drafts in this browser")}>
      <ul ref={list} tabIndex={-1} className="divide-y divide-line outline-none print:hidden">
        {signed.map((campaign) => (
          <SignedCampaign key={campaign.treeAddress} campaign={campaign} />
        ))}
        {open.map((note) => (
          <Draft key={note.id} note={note} onDiscard={() => discard(note)} />
        ))}
      </ul>
    </Card>
  );
}

const ROW = "flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0";

function SignedCampaign({ campaign: { metadata, treeAddress, leafCount } }: { campaign: PendingNote }) {
  const t = useTranslator();
  return (
    <li className={ROW}>
      <p className="min-w-0 flex-1 basis-64 text-sm wrap-anywhere">
        <Trans
          id="<strong>{campaign}</strong>: signed, not registered yet. The list of {leaves, plural, one {# allocation} other {# allocations}} is stored only in this browser."
          values={{ campaign: metadata?.name ?? shortAddress(treeAddress), leaves: leafCount }}
          components={{ strong }}
        />
      </p>
      <ButtonLink tone="primary" href="/create">
        {t("Finish registration")}
      </ButtonLink>
    </li>
  );
}

/** A draft of the create form, or of the rotation of the campaign in its scope. */
function Draft({ note: { title, scope, savedAt }, onDiscard }: { note: DraftNote; onDiscard: () => void }) {
  const t = useTranslator();
  const rotated = /^rotate (\w+)$/.exec(scope)?.[1];
  const date = <Time at={BigInt(Math.floor(savedAt / 1_000))} />;
  return (
    <li className={ROW}>
      <p className="min-w-0 flex-1 basis-64 text-sm wrap-anywhere">
        {rotated ? (
          <Trans
            id="<strong>{draft}</strong>: change of allocations for {campaign}, last edited {date}"
            values={{
              draft: title,
              campaign: <span className="font-mono">{shortAddress(rotated)}</span>,
              date,
            }}
            components={{ strong }}
          />
        ) : (
          <Trans
            id="<strong>{draft}</strong>: new campaign, last edited {date}"
            values={{ draft: title, date }}
            components={{ strong }}
          />
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        <ButtonLink href={rotated ? `/campaigns/${rotated}/rotate` : "/create"}>
          {t("Continue draft")}
        </ButtonLink>
        <Button onClick={onDiscard}>
          <Trans id="Discard<hidden> {draft}</hidden>" values={{ draft: title }} components={{ hidden }} />
        </Button>
      </div>
    </li>
  );
}
