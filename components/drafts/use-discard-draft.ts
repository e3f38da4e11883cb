"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslator } from "@/components/i18n/use-translator";
import { showToast } from "@/components/ui/toast-store";
import { type DraftNote, deleteDraft, readDraft, saveDraft } from "./draft-store";

/** Returns a function that deletes a draft and shows a toast, which can restore the draft. */
export function useDiscardDraft() {
  const t = useTranslator();
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: ["drafts"] });
  return async (note: DraftNote): Promise<void> => {
    const parts = await readDraft(note.id);
    await deleteDraft(note.id);
    await refresh();
    showToast({
      title: t("Draft discarded"),
      text: note.title,
      undo: async () => {
        await saveDraft(note, parts);
        await refresh();
      },
    });
  };
}
