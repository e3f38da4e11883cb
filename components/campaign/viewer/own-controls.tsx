"use client";

import { ActionButton } from "@/components/actions/action-button";
import type { ActionRequest } from "@/components/actions/action-request";
import { useTranslator } from "@/components/i18n/use-translator";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import type { LeafView } from "@/lib/contract/leaf";
import type { ActionCampaign } from "@/lib/contract/operations";
import type { AuthorityControls, Control } from "@/lib/core/vesting/authority-controls";
import { CONSEQUENCES, CONTROL_NAMES, ROLE_NAMES } from "./control-names";

type OwnControlsProps = {
  campaign: ActionCampaign;
  /** The roles of the viewer with their controls. */
  authorities: readonly AuthorityControls[];
  /** All roles of the campaign with their controls. */
  allAuthorities: readonly AuthorityControls[];
  isStream: boolean;
  onlyLeaf: LeafView | null;
  milestoneAmounts: Readonly<Record<number, string>>;
  canPayTwice?: boolean;
};

/**
 * Shows the controls that a creator or authority can use now, by role. Unavailable controls are collapsed,
 * with the reason.
 */
export function OwnControls(props: OwnControlsProps) {
  const t = useTranslator();
  return (
    <Card title={t("Your controls")}>
      <div className="space-y-4">
        {props.authorities.map((authority) => (
          <RoleControls key={authority.role} {...props} authority={authority} />
        ))}
        <AlternativeEnding {...props} />
        {props.canPayTwice && <SecondPaymentWarning authorities={props.allAuthorities} />}
      </div>
    </Card>
  );
}

/**
 * Warns about a flaw of the program that can cost other recipients their tokens, and explains the countermeasures that
 * the state of the campaign allows. A cancelled campaign cannot be paused, and its list cannot change.
 */
function SecondPaymentWarning({ authorities }: Pick<OwnControlsProps, "authorities">) {
  const t = useTranslator();
  const held = authorities.filter(({ address }) => address !== null).flatMap(({ controls }) => controls);
  const kinds = new Set(held.filter((control) => control.disabledReason === null).map(({ kind }) => kind));
  const canPause = kinds.has("pause") || kinds.has("resume");
  const canRotate = kinds.has("rotate");
  const isOnlyWithdrawn = !canPause && !canRotate && held.some(({ kind }) => kind === "withdraw-unvested");
  const sentences = [
    t(
      "The program lets a recipient who has claimed everything close their claim record and claim the same allocation again while the campaign holds funds. The other recipients lose that amount.",
    ),
    canPause && t("Pausing claims prevents this for now."),
    canRotate && t("Removing recipients who were paid in full from the list prevents it permanently."),
    isOnlyWithdrawn && t("Withdrawing the remaining tokens prevents this."),
  ];
  return (
    <Notice tone="warn" title={t("A recipient could be paid twice")}>
      {sentences.filter(Boolean).join(" ")}
    </Notice>
  );
}

/** The controls that take something from recipients permanently. */
const DESTRUCTIVE: readonly Control["kind"][] = [
  "cancel",
  "cancel-stream",
  "instant-refund",
  "withdraw-unvested",
];

function RoleControls({
  authority: { role, controls },
  ...rest
}: OwnControlsProps & { authority: AuthorityControls }) {
  const t = useTranslator();
  const as = t("As {role}", { role: t(ROLE_NAMES[role]) });
  const possible = controls.filter(({ disabledReason }) => disabledReason === null);
  const [destructive, others] = [
    possible.filter(({ kind }) => DESTRUCTIVE.includes(kind)),
    possible.filter(({ kind }) => !DESTRUCTIVE.includes(kind)),
  ];
  return (
    <section aria-label={as}>
      <h3 className="mb-2 text-sm text-ink-soft">{as}</h3>
      <ControlList {...rest} controls={others} />
      {destructive.length > 0 && (
        <div className="mt-4 rounded-box border border-danger p-3">
          <p className="mb-2 text-sm font-medium text-danger">{t("Cannot be undone")}</p>
          <ControlList {...rest} controls={destructive} />
        </div>
      )}
      <UnavailableControls controls={controls.filter(({ disabledReason }) => disabledReason !== null)} />
    </section>
  );
}

type ControlListProps = Omit<OwnControlsProps, "authorities"> & { controls: readonly Control[] };

/** Lists controls, each with its consequence in one line. */
function ControlList({ controls, ...rest }: ControlListProps) {
  const t = useTranslator();
  if (controls.length === 0) return null;
  return (
    <ul className="space-y-3">
      {controls.map((control) => (
        <li
          key={`${control.kind} ${getMilestone(control)}`}
          className="flex flex-wrap items-center gap-x-3 gap-y-1"
        >
          <ControlButton control={control} {...rest} />
          <p className="min-w-0 flex-1 basis-48 text-sm text-ink-soft">{t(CONSEQUENCES[control.kind])}</p>
        </li>
      ))}
    </ul>
  );
}

function UnavailableControls({ controls }: { controls: readonly Control[] }) {
  const t = useTranslator();
  if (controls.length === 0) return null;
  return (
    <details className="text-sm">
      <summary className="min-h-11 py-2.5 text-ink-soft">
        {t("Unavailable: {controls}", {
          controls: controls.map(({ kind }) => t(CONTROL_NAMES[kind])).join(", "),
        })}
      </summary>
      <ul className="list-disc space-y-1 pb-2 pl-5">
        {controls.map(({ kind, disabledReason }) => (
          <li key={kind}>
            <span className="font-medium">{capitalized(t(CONTROL_NAMES[kind]))}:</span> {disabledReason}
          </li>
        ))}
      </ul>
    </details>
  );
}

const getMilestone = (control: Control) => ("milestoneIdx" in control ? control.milestoneIdx : "");
const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

type ControlButtonProps = Omit<OwnControlsProps, "authorities"> & { control: Control };

function ControlButton({ control, ...rest }: ControlButtonProps) {
  const t = useTranslator();
  if (control.kind === "rotate") {
    return (
      <ButtonLink href={`/campaigns/${rest.campaign.treeAddress}/rotate`}>
        {t("Update recipients")}
      </ButtonLink>
    );
  }
  const request = getRequest(control, rest);
  return request && <ActionButton request={request} />;
}

function getRequest(
  control: Control,
  { campaign, onlyLeaf, milestoneAmounts }: Omit<ControlButtonProps, "control">,
): ActionRequest | null {
  switch (control.kind) {
    case "release-milestone": {
      const { kind, milestoneIdx } = control;
      return { kind, campaign, milestoneIdx, amount: milestoneAmounts[milestoneIdx] ?? "0" };
    }
    case "cancel":
      return { kind: control.kind, campaign, unreleased: milestoneAmounts };
    case "cancel-stream":
      // The leaf loads together with the sums, which can take longer than the page.
      return onlyLeaf && { kind: control.kind, campaign, leaf: onlyLeaf };
    case "rotate":
      return null;
    default:
      return { kind: control.kind, campaign };
  }
}

/** A stream can end in two ways, of which the controls offer one. This text describes the other. */
function AlternativeEnding({ authorities, isStream }: Pick<OwnControlsProps, "authorities" | "isStream">) {
  const t = useTranslator();
  const possible = authorities.flatMap(({ controls }) =>
    controls.filter(({ disabledReason }) => disabledReason === null),
  );
  const offers = (kind: Control["kind"]) => isStream && possible.some((control) => control.kind === kind);
  if (!offers("cancel-stream") && !offers("cancel")) return null;
  return (
    <p className="text-sm text-ink-soft">
      {offers("cancel-stream")
        ? t(
            "Cancelling the stream pays both sides immediately: the recipient receives the vested tokens, you receive the rest. The cancel authority can instead cancel the campaign with a 7-day grace period. That pays the same amounts later, in more steps.",
          )
        : t(
            "Cancelling stops vesting. The recipient has 7 days to claim vested tokens; then the creator can withdraw the rest. The creator can instead cancel the stream, which pays both sides immediately.",
          )}
    </p>
  );
}
