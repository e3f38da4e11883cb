"use client";

import { Checkbox } from "@/components/ui/field";
import type { CampaignDraft } from "./campaign-draft";

type RulesFormProps = { draft: CampaignDraft; set: (change: Partial<CampaignDraft>) => void };

/** What the creator keeps the right to do; it cannot be taken back or added later. */
export function RulesForm({ draft, set }: RulesFormProps) {
  return (
    <div className="space-y-4">
      <Checkbox
        id="cancellable"
        label="I can cancel it and change allocations"
        hint="Recipients see this. What has vested stays theirs for 7 days after a cancellation."
        checked={draft.cancellable}
        onChange={(event) => set({ cancellable: event.target.checked })}
      />
      <Checkbox
        id="pausable"
        label="I can pause claims"
        hint="Vesting goes on during a pause."
        checked={draft.pausable}
        onChange={(event) => set({ pausable: event.target.checked })}
      />
    </div>
  );
}
