"use client";

import { isMissingPart, MISSING_PART } from "@/components/shell/missing-part";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";

/** A page that could not be made: the rest of the dashboard stays usable. */
export default function PageError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  if (isMissingPart(error)) {
    return (
      <Notice
        tone="danger"
        title="This page is not whole"
        live
        action={<Button onClick={() => window.location.reload()}>Reload</Button>}
      >
        {MISSING_PART}
      </Notice>
    );
  }
  return (
    <Notice
      tone="danger"
      title="This page could not be loaded"
      live
      action={<Button onClick={reset}>Try again</Button>}
    >
      <p>The service did not answer as it should. Try again in a moment.</p>
      {error.digest && <p>If it stays so, tell its operator this number: {error.digest}</p>}
    </Notice>
  );
}
