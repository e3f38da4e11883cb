"use client";

import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ErrorNotice } from "@/components/ui/notice";

type SignToShowProps = {
  title: string;
  /** Says that the wallet signs a message. */
  children: string;
  button: string;
  /** The request for the list, which requires a signature. */
  load: { error: unknown; isPending: boolean };
  onLoad: () => void;
};

/** A private list of a wallet before it is loaded: one signature shows it. */
export function SignToShow({ title, children, button, load, onLoad }: SignToShowProps) {
  return (
    <Card title={title}>
      <p className="mb-3 text-sm text-ink-soft">{children}</p>
      <ErrorNotice error={load.error} />
      <Button busy={load.isPending} onClick={onLoad}>
        {button}
      </Button>
    </Card>
  );
}
