"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { errorText } from "@/components/i18n/error-text";
import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import type { ExportedTransaction } from "@/components/network/sent-transactions";
import { Button } from "@/components/ui/button";
import { AddressInput, Field, Select } from "@/components/ui/field";
import { ErrorNotice, Notice } from "@/components/ui/notice";
import { WholeAddress } from "@/components/ui/values/address";
import { exportPlan, hasKey, readNonce } from "./export-plan";
import { knownNonces } from "./known-nonces";
import { NoncePanel } from "./nonce-panel";
import type { OfflineRequest } from "./offline-signing-store";

type FormProps = {
  request: OfflineRequest & { kind: "plan" };
  onExported: (exported: ExportedTransaction) => void;
};

/** Selects the fee payer and the lifetime of a transaction, then exports it. */
export function ExportChoiceForm({ request, onExported }: FormProps) {
  const t = useTranslator();
  const { plan } = request;
  const [known] = useState(() => knownNonces(plan.signers));
  const [lifetime, setLifetime] = useState<"minute" | "nonce">(known.length > 0 ? "nonce" : "minute");
  const [nonce, setNonce] = useState(known[0] ?? "");
  const [feePayer, setFeePayer] = useState(plan.feePayer);
  const vault = plan.signers.find((signer) => !hasKey(signer));
  const exportTransaction = useMutation({
    mutationFn: () =>
      exportPlan(t, request, { feePayer, nonce: lifetime === "nonce" && !vault ? nonce : null }),
    onSuccess: onExported,
  });
  return (
    <div className="space-y-4">
      {vault ? (
        <Notice tone="info" title={t("This address has no private key")}>
          <p>
            <Trans
              id="{vault} is the vault of a multisig or another program. Import the transaction there. The member who executes it pays the transaction fee; the vault cannot. Then paste the signature of that execution here."
              values={{ vault: <WholeAddress address={vault} name="signer" /> }}
            />
          </p>
        </Notice>
      ) : (
        <>
          <Field id="export-lifetime" label={t("Time to sign and send")}>
            <Select
              id="export-lifetime"
              value={lifetime}
              onChange={(event) => setLifetime(event.target.value === "nonce" ? "nonce" : "minute")}
              options={[
                { value: "minute", label: t("About a minute") },
                { value: "nonce", label: t("No time limit, with a durable nonce") },
              ]}
            />
          </Field>
          {lifetime === "nonce" && <NonceChoice {...{ nonce, setNonce }} signers={plan.signers} />}
          <Field
            id="export-payer"
            label={t("Fee payer")}
            hint={
              feePayer === plan.feePayer
                ? t("The signer pays the fee. Deposits and amounts always come from the signer.")
                : t("This address must also sign.")
            }
          >
            <AddressInput
              id="export-payer"
              value={feePayer}
              onChange={(event) => setFeePayer(event.target.value.trim())}
            />
          </Field>
        </>
      )}
      <ErrorNotice error={exportTransaction.error} />
      <Button tone="primary" busy={exportTransaction.isPending} onClick={() => exportTransaction.mutate()}>
        {t("Export transaction")}
      </Button>
    </div>
  );
}

type NonceProps = { nonce: string; setNonce: (address: string) => void; signers: readonly string[] };

function NonceChoice({ nonce, setNonce, signers }: NonceProps) {
  const t = useTranslator();
  const found = useQuery({
    queryKey: ["nonce", nonce, t.language],
    queryFn: () => readNonce(t, nonce),
    enabled: nonce !== "",
    retry: false,
    staleTime: 0,
  });
  const authority = found.data?.authority;
  const isSigner = authority !== undefined && signers.includes(authority);
  return (
    <div className="space-y-3">
      <Field
        id="export-nonce"
        label={t("Nonce account")}
        error={nonce !== "" && found.error ? errorText(t, found.error) : null}
        hint={
          authority
            ? isSigner
              ? t("Its authority is one of the signers.")
              : t("Its authority, {authority}, must also sign.", { authority })
            : t(
                "A nonce account keeps the transaction valid until its nonce is used. Its authority must also sign.",
              )
        }
      >
        <AddressInput
          id="export-nonce"
          value={nonce}
          invalid={nonce !== "" && found.isError}
          onChange={(event) => setNonce(event.target.value.trim())}
        />
      </Field>
      <NoncePanel authority={signers[0] ?? ""} onUse={setNonce} />
    </div>
  );
}
