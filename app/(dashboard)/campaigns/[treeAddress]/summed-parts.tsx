import { notFound } from "next/navigation";
import { ControlPanel } from "@/components/campaign/control-panel";
import { CampaignFigures } from "@/components/campaign/figures";
import { MyAllocation } from "@/components/campaign/my-allocation";
import { VestingCurve, VestingCurvePlace } from "@/components/campaign/vesting-curve";
import { Card } from "@/components/ui/card";
import { type CampaignHead, type CampaignPage, readCampaignPage } from "@/lib/service/pages/campaign-page";

/**
 * The parts of a campaign's page that need all its leaves summed up, which takes the longer the more there are, and their
 * places of the same size until then.
 */

type SummedProps = { treeAddress: string };
type HeadProps = { head: CampaignHead };

async function readSummed({ treeAddress }: SummedProps): Promise<CampaignPage> {
  return (await readCampaignPage(treeAddress)) ?? notFound();
}

export async function Figures(props: SummedProps) {
  const { campaign, token, price, action, paid } = await readSummed(props);
  return <CampaignFigures {...{ campaign, token, price, paid }} vested={action.vested} />;
}

export function FiguresPlace({ head: { campaign, token } }: HeadProps) {
  return <CampaignFigures {...{ campaign, token }} price={null} vested={null} paid={null} />;
}

export async function Curve(props: SummedProps) {
  const { token, curve, curveNote } = await readSummed(props);
  return (
    <Card title="Vesting" aside={curveNote}>
      <VestingCurve {...curve} decimals={token.decimals} unit={token.unit} />
    </Card>
  );
}

export function CurvePlace({ head: { curveNote } }: HeadProps) {
  return (
    <Card title="Vesting" aside={curveNote}>
      <VestingCurvePlace />
    </Card>
  );
}

export async function Actions(props: SummedProps) {
  const page = await readSummed(props);
  return <ActionParts head={page} onlyLeaf={page.onlyLeaf} milestoneAmounts={page.milestoneAmounts} />;
}

/** As it will look, but not to be pressed: what an action would say of amounts is not known yet. */
export function ActionsPlace({ head }: HeadProps) {
  return (
    <div inert className="contents">
      <ActionParts head={head} onlyLeaf={null} milestoneAmounts={{}} />
    </div>
  );
}

type ActionPartsProps = HeadProps & Pick<CampaignPage, "onlyLeaf" | "milestoneAmounts">;

function ActionParts({ head, onlyLeaf, milestoneAmounts }: ActionPartsProps) {
  const { action: campaign, token, controls, firstUnlock, treeGone } = head;
  return (
    <>
      <MyAllocation {...{ campaign, token, firstUnlock, treeGone }} claim={controls.claim} />
      <ControlPanel {...{ campaign, controls, onlyLeaf, milestoneAmounts }} />
    </>
  );
}
