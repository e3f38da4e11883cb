import { cache } from "react";
import { selectConfirmationList } from "@/db/queries/confirmations/lists";
import { CONFIRMATION_LIST_ID } from "@/lib/core/recipients/confirmation-lines";
import { services } from "@/lib/service/services";

/** Returns what recipients see of a confirmation list; null if it does not exist. */
export const readConfirmationList = cache(async (listId: string) => {
  if (!CONFIRMATION_LIST_ID.test(listId)) return null;
  const list = await selectConfirmationList((await services()).db, listId);
  return list && { name: list.name, creator: list.creator, createdAt: list.createdAt.toString() };
});
