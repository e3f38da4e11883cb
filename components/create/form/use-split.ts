"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslator } from "@/components/i18n/use-translator";
import { showToast } from "@/components/ui/toast-store";
import type { useCampaignDraft } from "../use-campaign-draft";
import type { StepId } from "../wizard/steps";

export type Split = ReturnType<typeof useSplit>;

type SplitInput = {
  form: ReturnType<typeof useCampaignDraft>;
  maxLeaves: number;
  goTo: (step: StepId) => void;
};

/** Splits a monthly plan into one draft for each campaign. The form continues with the first one. */
export function useSplit({ form, maxLeaves, goTo }: SplitInput) {
  const t = useTranslator();
  return useMutation({
    mutationFn: async () => {
      const { draft, set, addDrafts, mint } = form;
      const { splitDraft } = await import("./split-draft");
      const decimals = mint.data?.decimals ?? null;
      const [first, ...others] = await splitDraft(t, draft, { decimals, maxLeaves });
      if (!first) return;
      const remove = await addDrafts(others);
      set(first);
      goTo("permissions");
      showToast({
        tone: "good",
        title: t("Split into {count} campaigns", { count: `${others.length + 1}` }),
        text: t("This is part 1. The other parts are saved as drafts: continue with them afterwards."),
        undo: async () => {
          await remove();
          set(draft);
          goTo("schedule");
        },
      });
    },
  });
}
