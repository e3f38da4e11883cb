import type { RecipientLabel } from "@/db/schema";
import type { LabelView } from "@/lib/contract/label";
import type { Services } from "@/lib/service/services";
import { observeUnreadableLabels } from "@/lib/service/setup/observed";
import { createLabelCipher } from "./label-cipher";

/**
 * Returns a function that decrypts rows. A row that cannot be decrypted stays in the list as unreadable, and is a
 * finding of the setup for the operator.
 * @throws ApiError SERVICE_UNAVAILABLE without a key.
 */
export function labelDecrypter({
  env,
  log,
}: Pick<Services, "env" | "log">): (rows: readonly RecipientLabel[]) => LabelView[] {
  const cipher = createLabelCipher(env);
  return (rows) => {
    const labels = rows.map((row): LabelView => {
      const text = cipher.decrypt(row);
      return {
        recipient: row.recipient,
        category: text?.category || null,
        note: text?.note || null,
        readable: text !== null,
        updatedAt: Number(row.updatedAt),
      };
    });
    const unreadable = labels.filter(({ readable }) => !readable).length;
    if (unreadable > 0) observeUnreadableLabels({ owner: rows[0]?.owner, unreadable }, log);
    return labels;
  };
}
