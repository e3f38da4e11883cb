"use client";

import { useSyncExternalStore } from "react";
import { linked, Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { buttonClass } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { CopyButton } from "@/components/ui/values/copy-button";

const never = () => () => {};

type UnlockFeedProps = {
  /** The recipient whose unlocks the calendar shows. */
  address: string;
  hasReminders?: boolean;
};

/**
 * Links to a calendar feed of unlocks, and to reminders. Calendars poll a feed, so the link uses the webcal scheme, which opens the
 * calendar app if one is installed.
 */
export function UnlockFeed({ address, hasReminders = true }: UnlockFeedProps) {
  const t = useTranslator();
  const path = `/api/beneficiary/${address}/unlocks.ics`;
  const origin = useSyncExternalStore(
    never,
    () => window.location.origin,
    () => null,
  );
  const feed = origin === null ? path : `${origin.replace(/^https?:/, "webcal:")}${path}`;
  return (
    <div className="space-y-2 text-sm text-ink-soft">
      <p className="flex flex-wrap items-center gap-2">
        <a href={feed} className={buttonClass("secondary")}>
          <Icon name="clock" className="size-4" /> {t("Subscribe to unlocks")}
        </a>
        <span>
          <Trans
            id="or add <feed>the calendar link</feed> to your calendar app"
            components={{
              feed: (words) => (
                <a href={path} className="underline underline-offset-4">
                  {words}
                </a>
              ),
            }}
          />{" "}
          <CopyButton text={`${origin ?? ""}${path}`} label={t("Copy calendar link")} />
        </span>
      </p>
      {hasReminders && (
        <p>
          <Trans
            id="To receive a message before tokens unlock, <reminders>set up reminders</reminders>."
            components={{ reminders: linked(`/reminders?address=${address}`) }}
          />
        </p>
      )}
    </div>
  );
}
