"use client";

import { LookupTableRent } from "@/components/actions/lookup-table-rent";
import { useTranslator } from "@/components/i18n/use-translator";
import type { LeafView } from "@/lib/contract/leaf";
import type { Token } from "@/lib/contract/names";
import type { ActionCampaign } from "@/lib/contract/operations";
import { type AuthorityControls, controlsOfAddress } from "@/lib/core/vesting/authority-controls";
import type { CampaignControls } from "@/lib/core/vesting/controls";
import { MyAllocation } from "../my-allocation";
import { ControlHolders } from "./control-holders";
import { OwnControls } from "./own-controls";
import { type ExpectedViewer, useViewer } from "./viewer";

type ViewerPanelProps = {
  campaign: ActionCampaign;
  token: Token;
  controls: CampaignControls;
  authorities: readonly AuthorityControls[];
  treeGone: boolean;
  /** Whether the campaign no longer pays claims. */
  isOver: boolean;
  /**
   * Whether a recipient who was paid in full could close the claim record and be paid again from the funds of
   * others.
   */
  canPayTwice?: boolean;
  /** The only leaf of a campaign with one recipient. */
  onlyLeaf: LeafView | null;
  /** Base units that depend on each unreleased milestone. */
  milestoneAmounts: Readonly<Record<number, string>>;
  expected: ExpectedViewer | null;
  /** Whether this is the placeholder until the sums of the campaign load. Its actions are disabled. */
  isPlaceholder?: boolean;
};

/**
 * Shows the actions of the viewer. Authorities see their controls and
 * recipients see their allocation. Other viewers see one collapsed line with the holders of the controls.
 */
export function ViewerPanel(props: ViewerPanelProps) {
  const t = useTranslator();
  const { campaign, token, controls, authorities, treeGone, isOver, expected, isPlaceholder } = props;
  const viewer = useViewer(expected);
  const mine = viewer.address === null ? [] : controlsOfAddress(viewer.address, authorities);
  const own = controls.refundBanner ? [] : mine;
  const isStream = authorities.some(({ controls: all }) => all.some(({ kind }) => kind === "cancel-stream"));
  const isHolder = !controls.refundBanner && authorities.some(({ address }) => address === viewer.address);
  const holdsAll = authorities.every(({ address }) => address === null || address === viewer.address);
  // With several roles or a warning, the controls are higher than a chart.
  const isTall = own.length > 1 || (own.length > 0 && props.canPayTwice === true);
  return (
    <section
      aria-label={t("Available actions")}
      data-tall={isTall || undefined}
      className="grid gap-6 print:hidden"
    >
      {own.length > 0 && (
        <div inert={isPlaceholder} className="grid min-w-0">
          <OwnControls {...props} authorities={own} allAuthorities={authorities} isStream={isStream} />
        </div>
      )}
      {campaign.lookupTable && <LookupTableRent campaign={campaign} lookupTable={campaign.lookupTable} />}
      <MyAllocation
        {...{ campaign, token, treeGone, isOver, expected, isPlaceholder, isHolder }}
        claim={controls.claim}
        footer={
          !controls.refundBanner &&
          !(holdsAll && own.length > 0) && <ControlHolders authorities={authorities} />
        }
      />
    </section>
  );
}
