"use client";

import { useRef } from "react";
import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { Time } from "@/components/ui/values/time";
import { shortAddress } from "@/lib/contract/names";
import type { DraftNote } from "./draft-store";
import type { Drafts } from "./use-drafts";

type DraftOffersProps = {
  drafts: Drafts;
  /** Ids of drafts whose campaign was signed. Continuing such a draft would create the campaign twice. */
  begun?: readonly (string | undefined)[];
};

/** Offers unfinished drafts of earlier visits to continue or to discard. */
export function DraftOffers({ drafts, begun = [] }: DraftOffersProps) {
  const t = useTranslator();
  const container = useRef<HTMLDivElement>(null);
  const offers = drafts.offers.filter(({ id }) => !begun.includes(id));
  // The pressed button is removed and would lose the focus.
  const after = (work: Promise<void>) => work.then(() => container.current?.focus());
  return (
    <div ref={container} tabIndex={-1} className="space-y-4 outline-none empty:hidden">
      {drafts.problem !== null && (
        <Notice tone="warn" title={t("Drafts are not saved")}>
          {t("Your input is lost when you reload the page. The browser’s storage is full or disabled.")}
        </Notice>
      )}
      {offers.map((note) => (
        <Offer
          key={note.id}
          note={note}
          drafts={drafts}
          onContinue={() => after(drafts.continueWith(note))}
          onDiscard={() => after(drafts.discard(note))}
        />
      ))}
    </div>
  );
}

type OfferProps = { note: DraftNote; drafts: Drafts; onContinue: () => void; onDiscard: () => void };

function Offer({ note, drafts, onContinue, onDiscard }: OfferProps) {
  const t = useTranslator();
  const isUsable = note.basis === drafts.basis;
  const date = <Time at={BigInt(Math.floor(note.savedAt / 1_000))} />;
  return (
    <Notice
      tone="info"
      title={t("Unfinished draft: {draft}", { draft: note.title })}
      action={
        <div className="flex flex-wrap gap-2">
          {isUsable && (
            <Button tone="primary" onClick={onContinue}>
              {t("Continue draft")}
            </Button>
          )}
          <Button onClick={onDiscard}>{t("Discard draft")}</Button>
        </div>
      }
    >
      <p>
        <Trans
          id={
            note.wallet
              ? "Saved in this browser with wallet {wallet}. Last changed {date}."
              : "Saved in this browser. Last changed {date}."
          }
          values={{
            date,
            wallet: note.wallet && <span className="font-mono">{shortAddress(note.wallet)}</span>,
          }}
        />
      </p>
      {note.wallet && drafts.wallet && note.wallet !== drafts.wallet && (
        <p>
          <Trans
            id="You are now connected with a different wallet: {wallet}."
            values={{ wallet: <span className="font-mono">{shortAddress(drafts.wallet)}</span> }}
          />
        </p>
      )}
      {!isUsable && (
        <p>{t("You cannot continue this draft, because the data that it is based on has changed.")}</p>
      )}
    </Notice>
  );
}
