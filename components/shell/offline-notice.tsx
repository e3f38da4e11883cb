"use client";

import { useSyncExternalStore } from "react";
import { Notice } from "@/components/ui/notice";

function subscribe(onChange: () => void) {
  window.addEventListener("online", onChange);
  window.addEventListener("offline", onChange);
  return () => {
    window.removeEventListener("online", onChange);
    window.removeEventListener("offline", onChange);
  };
}

/** Says that the device is offline: what is on screen stays, and may be out of date. */
export function OfflineNotice() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  if (isOnline) return null;
  return (
    <div className="mx-auto max-w-6xl px-4 pt-4">
      <Notice tone="warn" title="You are offline" live>
        What you see may be out of date, and nothing can be sent until the connection is back.
      </Notice>
    </div>
  );
}
