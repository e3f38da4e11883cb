"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useForm } from "react-hook-form";
import * as z from "zod";
import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input, Select } from "@/components/ui/field";
import { ErrorNotice, Notice } from "@/components/ui/notice";
import { Time } from "@/components/ui/values/time";
import { message, type Translator } from "@/lib/core/i18n/translator";
import { useNow } from "./clock";

const HOUR = 3_600;
const DAY = 24 * HOUR;
const STEPS = [
  { label: message("+1 hour"), seconds: HOUR },
  { label: message("+1 day"), seconds: DAY },
  { label: message("+1 week"), seconds: 7 * DAY },
];
const UNITS = [
  { value: String(HOUR), label: message("hours") },
  { value: String(DAY), label: message("days") },
  { value: String(30 * DAY), label: message("months of 30 days") },
  { value: String(365 * DAY), label: message("years of 365 days") },
];
const MAX_SECONDS = 100 * 365 * DAY;

/** Moves the clock of the local ledger, then refetches all data of the page. */
export default function NetworkClockDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslator();
  const now = useNow();
  const router = useRouter();
  const queries = useQueryClient();
  const move = useMutation({
    mutationFn: (seconds: number) => advanceLedgerTime(t, seconds),
    onSuccess: async () => {
      router.refresh();
      await queries.invalidateQueries();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("Advance the time of the local ledger")}
      description={t("Simulate vesting without waiting. Time cannot be moved back.")}
    >
      <p>
        <Trans id="Local ledger time: {time}" values={{ time: <Time at={now} /> }} />
      </p>
      <div className="flex flex-wrap gap-2">
        {STEPS.map(({ label, seconds }) => (
          <Button key={label} disabled={move.isPending} onClick={() => move.mutate(seconds)}>
            {t(label)}
          </Button>
        ))}
      </div>
      <CustomStep disabled={move.isPending} onMove={move.mutate} />
      <ErrorNotice error={move.error} />
      {move.isSuccess && (
        <Notice tone="good" live>
          {t("Time advanced. The page shows the new vested amounts.")}
        </Notice>
      )}
      <div className="flex justify-end">
        <Button onClick={onClose}>{t("Close")}</Button>
      </div>
    </Dialog>
  );
}

const toSeconds = ({ count, unit }: { count: string; unit: string }) =>
  /^\d{1,6}$/.test(count.trim()) ? Number(count) * Number(unit) : 0;
const isStep = (seconds: number) => seconds > 0 && seconds <= MAX_SECONDS;

function CustomStep({ disabled, onMove }: { disabled: boolean; onMove: (seconds: number) => void }) {
  const t = useTranslator();
  const { register, handleSubmit, formState } = useForm({
    mode: "onChange",
    defaultValues: { count: "3", unit: UNITS[2]?.value ?? "" },
  });
  const isUsable = !formState.errors.count;
  return (
    <form
      className="grid grid-cols-[1fr_2fr] items-end gap-2 sm:grid-cols-[1fr_2fr_auto]"
      onSubmit={handleSubmit((step) => onMove(toSeconds(step)))}
    >
      <Field id="clock-count" label={t("Custom step")}>
        <Input
          id="clock-count"
          inputMode="numeric"
          autoComplete="off"
          invalid={!isUsable}
          {...register("count", { validate: (_, step) => isStep(toSeconds(step)) })}
        />
      </Field>
      <Field id="clock-unit" label={t("Unit")}>
        <Select
          id="clock-unit"
          {...register("unit", { deps: "count" })}
          options={UNITS.map(({ value, label }) => ({ value, label: t(label) }))}
        />
      </Field>
      <Button type="submit" disabled={disabled || !isUsable} className="max-sm:col-span-2">
        {t("Advance by this step")}
      </Button>
      {!isUsable && (
        <p id="clock-count-note" role="alert" className="col-span-full text-sm text-danger">
          {t("Enter a whole number greater than zero. The maximum is 100 years.")}
        </p>
      )}
    </form>
  );
}

const answer = z.object({ error: z.object({ message: z.string() }).optional() });

/** Moves the clock of the local ledger ahead. The service rejects this call for any other network. */
async function advanceLedgerTime(t: Translator, seconds: number): Promise<void> {
  const response = await fetch("/rpc", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ledger_advanceTime", params: [seconds] }),
  });
  const { error } = response.ok ? answer.parse(await response.json()) : { error: { message: "" } };
  if (error) {
    throw new Error(t("The local ledger did not advance its time. {reason}", { reason: error.message }));
  }
}
