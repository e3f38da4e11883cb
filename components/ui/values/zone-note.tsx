"use client";

import { useTranslator } from "@/components/i18n/use-translator";
import { useViewerZone } from "./time";

/** Returns the name of the time zone in which times are shown. */
export const useZoneName = (): string =>
  useViewerZone() ? Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll("_", " ") : "UTC";

/** Names the time zone of the times on a page, once, and that of its calendar months if it has them. */
export function ZoneNote({ hasMonths = false }: { hasMonths?: boolean }) {
  const t = useTranslator();
  const zone = useZoneName();
  return (
    <p className="text-sm text-ink-soft">
      {hasMonths
        ? t("Times in {zone}. Chart axes and calendar months in UTC.", { zone })
        : t("Times in {zone}.", { zone })}
    </p>
  );
}
