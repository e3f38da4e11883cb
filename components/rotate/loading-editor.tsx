import { useTranslator } from "@/components/i18n/use-translator";
import { Card } from "@/components/ui/card";
import { WorkProgress } from "@/components/ui/progress-bar";
import { RotationSteps } from "./rotation-steps";

/** The editor while its list loads. It fills the screen, so that the list moves nothing that is visible. */
export function LoadingEditor({ label, percent }: { label: string; percent: number }) {
  const t = useTranslator();
  return (
    <div className="min-h-dvh space-y-6">
      <RotationSteps current="recipients" />
      <Card title={t("Recipients")}>
        <WorkProgress label={label} percent={percent} />
      </Card>
    </div>
  );
}
