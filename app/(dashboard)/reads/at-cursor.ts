import { CursorInvalid } from "@/db/queries/cursor";

/** A page of a list, or null when the cursor in the page's address is none that the list gave. */
export async function atCursor<T>(page: Promise<T>): Promise<T | null> {
  try {
    return await page;
  } catch (error) {
    if (error instanceof CursorInvalid) return null;
    throw error;
  }
}
