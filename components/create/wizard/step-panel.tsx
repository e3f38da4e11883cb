"use client";

import type { ReactNode } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Icon } from "@/components/ui/icon";
import { Notice } from "@/components/ui/notice";
import { useStepFocus } from "@/components/ui/use-step-focus";
import { type StepId, WIZARD_STEPS } from "./steps";

type StepPanelProps = { step: StepId; aside?: ReactNode; children: ReactNode };

/** The content of the visible step. Receives the focus when the step changes. */
export function StepPanel({ step, aside, children }: StepPanelProps) {
  const t = useTranslator();
  const container = useStepFocus(step);
  const { title } = WIZARD_STEPS.find(({ id }) => id === step) ?? WIZARD_STEPS[0];
  return (
    <div ref={container} tabIndex={-1} className="min-w-0 scroll-mt-20 outline-none">
      <Card title={title && t(title)} aside={aside}>
        {children}
      </Card>
    </div>
  );
}

/** Names what a step lacks, after the user tried to continue. */
export function MissingInputs({ sentences }: { sentences: readonly string[] }) {
  const t = useTranslator();
  if (sentences.length === 0) return null;
  return (
    <Notice tone="danger" title={t("Complete this step to continue")} live>
      <ul className="list-disc pl-4">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Notice>
  );
}

/** Opens the previous step. */
export function BackButton({ onClick }: { onClick: () => void }) {
  const t = useTranslator();
  return (
    <Button onClick={onClick}>
      <Icon name="back" className="size-4" /> {t("Back")}
    </Button>
  );
}
