"use client";

import { useState } from "react";
import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Checkbox } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import type { ClaimConditions } from "@/lib/contract/deployment";
import { acceptTerms } from "./claim-conditions";

type ClaimConditionsDialogProps = { conditions: ClaimConditions; onClose: () => void };

/** Shown in place of a claim whose conditions the visitor does not meet. */
export default function ClaimConditionsDialog({ conditions, onClose }: ClaimConditionsDialogProps) {
  const t = useTranslator();
  const { terms, isBlocked } = conditions;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={isBlocked ? t("Not available in your country") : t("Terms of this site")}
      description={t("This condition applies only to this site. The campaign on Solana does not enforce it.")}
    >
      {isBlocked ? <Blocked onClose={onClose} /> : terms && <Terms {...{ terms, onClose }} />}
    </Dialog>
  );
}

function Blocked({ onClose }: { onClose: () => void }) {
  const t = useTranslator();
  return (
    <>
      <Notice tone="warn">{t("The operator of this site offers no claims in your country.")}</Notice>
      <div className="flex justify-end">
        <Button onClick={onClose}>{t("Close")}</Button>
      </div>
    </>
  );
}

function Terms({ terms, onClose }: { terms: string; onClose: () => void }) {
  const t = useTranslator();
  const [isChecked, setIsChecked] = useState(false);
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        acceptTerms(terms);
      }}
    >
      <p className="text-sm">
        <Trans
          id="Read the <terms>terms of this site</terms> before you claim."
          components={{
            terms: (content) => (
              <a href={terms} target="_blank" rel="noreferrer" className="underline underline-offset-4">
                {content}
              </a>
            ),
          }}
        />
      </p>
      <Checkbox
        id="accept-terms"
        label={t("I accept these terms")}
        checked={isChecked}
        onChange={({ target }) => setIsChecked(target.checked)}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t("Cancel")}</Button>
        <Button type="submit" tone="primary" disabled={!isChecked}>
          {t("Continue")}
        </Button>
      </div>
    </form>
  );
}
