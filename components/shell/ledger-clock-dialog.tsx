"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { z } from "zod";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input, Select } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { Time } from "@/components/ui/values/time";
import { useNow } from "./clock";

const HOUR = 3_600;
const DAY = 24 * HOUR;
const STEPS = [
  { label: "+1 hour", seconds: HOUR },
  { label: "+1 day", seconds: DAY },
  { label: "+1 week", seconds: 7 * DAY },
];
const UNITS = [
  { value: String(HOUR), label: "hours" },
  { value: String(DAY), label: "days" },
  { value: String(30 * DAY), label: "months of 30 days" },
  { value: String(365 * DAY), label: "years of 365 days" },
];
const MAX_SECONDS = 100 * 365 * DAY;

/** Moves the local ledger's clock; everything on the page is then read again. */
export default function LedgerClockDialog({ onClose }: { onClose: () => void }) {
  const now = useNow();
  const router = useRouter();
  const queries = useQueryClient();
  const move = useMutation({
    mutationFn: advanceLedgerTime,
    onSuccess: async () => {
      router.refresh();
      await queries.invalidateQueries();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Move the ledger’s time ahead"
      description="See how a campaign vests without waiting for it. Time cannot be moved back."
    >
      <p>
        The ledger’s time: <Time at={now} />
      </p>
      <div className="flex flex-wrap gap-2">
        {STEPS.map(({ label, seconds }) => (
          <Button key={label} disabled={move.isPending} onClick={() => move.mutate(seconds)}>
            {label}
          </Button>
        ))}
      </div>
      <CustomStep disabled={move.isPending} onMove={move.mutate} />
      {move.isError && (
        <Notice tone="danger" live>
          {move.error.message}
        </Notice>
      )}
      {move.isSuccess && (
        <Notice tone="good" live>
          Time has moved. What has vested since is on the page.
        </Notice>
      )}
      <div className="flex justify-end">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}

function CustomStep({ disabled, onMove }: { disabled: boolean; onMove: (seconds: number) => void }) {
  const [count, setCount] = useState("3");
  const [unit, setUnit] = useState(UNITS[2]?.value ?? "");
  const seconds = /^\d{1,6}$/.test(count) ? Number(count) * Number(unit) : 0;
  const isUsable = seconds > 0 && seconds <= MAX_SECONDS;
  return (
    <form
      className="grid grid-cols-[1fr_2fr] items-end gap-2 sm:grid-cols-[1fr_2fr_auto]"
      onSubmit={(event) => {
        event.preventDefault();
        if (isUsable) onMove(seconds);
      }}
    >
      <Field id="clock-count" label="Any step">
        <Input
          id="clock-count"
          inputMode="numeric"
          autoComplete="off"
          value={count}
          invalid={!isUsable}
          onChange={(event) => setCount(event.target.value.trim())}
        />
      </Field>
      <Field id="clock-unit" label="Unit">
        <Select
          id="clock-unit"
          value={unit}
          options={UNITS}
          onChange={(event) => setUnit(event.target.value)}
        />
      </Field>
      <Button type="submit" disabled={disabled || !isUsable} className="max-sm:col-span-2">
        Move
      </Button>
      {!isUsable && (
        <p id="clock-count-note" role="alert" className="col-span-full text-sm text-danger">
          Give a whole number above zero; a step is at most 100 years.
        </p>
      )}
    </form>
  );
}

const answer = z.object({
  result: z.number().optional(),
  error: z.object({ message: z.string() }).optional(),
});

/** Moves the local ledger's clock ahead. The service passes the call on to no other ledger. */
async function advanceLedgerTime(seconds: number): Promise<void> {
  const response = await fetch("/rpc", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ledger_advanceTime", params: [seconds] }),
  });
  const { error } = response.ok ? answer.parse(await response.json()) : { error: { message: "" } };
  if (error) throw new Error(`The ledger did not move its time. ${error.message}`);
}
