import { Card } from "@/components/ui/card";
import { WorkProgress } from "@/components/ui/progress-bar";
import { RotationSteps } from "./rotation-steps";

/** The editor while its list loads. It fills the screen, so that the list moves nothing that is visible. */
export function LoadingEditor({ label, percent }: { label: string; percent: number }) {
  return (
    <div className="-mt-2 min-h-dvh space-y-3">
      <RotationSteps current="recipients" aside={null} />
      <Card className="sm:pt-4">
        <WorkProgress label={label} percent={percent} />
      </Card>
    </div>
  );
}
