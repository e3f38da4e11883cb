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
  const place = useRef<HTMLDivElement>(null);
  const offers = drafts.offers.filter(({ id }) => !begun.includes(id));
  // The pressed button is removed and would lose the focus.
  const after = (work: Promise<void>) => work.then(() => place.current?.focus());
  return (
    <div ref={place} tabIndex={-1} className="space-y-4 outline-none empty:hidden">
      {drafts.problem !== null && (
        <Notice tone="warn" title={t("This browser does not keep drafts")}>
          {t("What you enter here is gone after a reload: the browser’s storage is full or switched off.")}
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
      title={t("An unfinished draft: {draft}", { draft: note.title })}
      action={
        <div className="flex flex-wrap gap-2">
          {isUsable && (
            <Button tone="primary" onClick={onContinue}>
              {t("Continue your draft")}
            </Button>
          )}
          <Button onClick={onDiscard}>{t("Discard")}</Button>
        </div>
      }
    >
      <p>
        <Trans
          id={
            note.wallet
              ? "Kept in this browser, last changed {date}, with {wallet} connected."
              : "Kept in this browser, last changed {date}."
          }
          values={{ date, wallet: note.wallet && shortAddress(note.wallet) }}
        />
      </p>
      {note.wallet && drafts.wallet && note.wallet !== drafts.wallet && (
        <p>
          {t("You are connected with another wallet now, {wallet}.", { wallet: shortAddress(drafts.wallet) })}
        </p>
      )}
      {!isUsable && (
        <p>{t("It was made for something that has changed since, so it cannot be continued.")}</p>
      )}
    </Notice>
  );
}
