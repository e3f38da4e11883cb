import type { Sheet } from "@/components/sheet/sheet";
import type { Translator } from "@/lib/core/i18n/translator";

type Run = { maxRows: number; onProgress: (done: number, total: number) => void };

const TIMEOUT_MS = 60_000;

/**
 * Fetches a recipients file without cookies or redirects, and reads it like a chosen one.
 * @throws Error with a sentence for the user
 */
export async function fetchSheet(t: Translator, url: string, run: Run): Promise<Sheet> {
  const failed = new Error(
    t(
      "The recipients file cannot be fetched. Its server must allow this page to read it, without a redirect.",
    ),
  );
  const response = await fetch(url, {
    credentials: "omit",
    redirect: "error",
    referrerPolicy: "no-referrer",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => {
    throw failed;
  });
  if (!response.ok) throw failed;
  const { readFile } = await import("@/components/sheet/read-sheet");
  const name = new URL(url).pathname.split("/").at(-1) ?? "";
  return readFile(t, new File([await response.blob()], name), run);
}
