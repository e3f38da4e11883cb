import { message, type Translator } from "@/lib/core/i18n/translator";
import type { CampaignDraft, CheckedDraft } from "../form/campaign-draft";

/** The steps of a creation, in order. `next` labels the button to the following step. */
export const WIZARD_STEPS = [
  {
    id: "token",
    name: message("Token"),
    // The name of the step is enough.
    title: null,
    next: message("Continue to recipients"),
  },
  {
    id: "recipients",
    name: message("Recipients"),
    title: message("Recipients"),
    next: message("Continue to schedule"),
  },
  {
    id: "schedule",
    name: message("Schedule"),
    title: message("Vesting schedule"),
    next: message("Continue to permissions"),
  },
  {
    id: "permissions",
    name: message("Permissions"),
    title: message("Permissions"),
    next: message("Review campaign"),
  },
  { id: "review", name: message("Review"), title: message("Review and create"), next: null },
] as const;

export type StepId = (typeof WIZARD_STEPS)[number]["id"];

export const FIRST_STEP = WIZARD_STEPS[0].id;

/** Returns the step of a text, such as a query parameter. Returns the first step for any other text. */
export const getStep = (text: string | null): StepId =>
  WIZARD_STEPS.find(({ id }) => id === text)?.id ?? FIRST_STEP;

type StepProblems = Readonly<Record<StepId, readonly string[]>>;

/** Returns what each step lacks, as sentences. The review adds what the earlier steps lack. */
export function stepProblems(t: Translator, draft: CampaignDraft, checked: CheckedDraft): StepProblems {
  const { errors } = checked;
  const readGiven = (...sentences: (string | undefined)[]) => sentences.filter((each) => each !== undefined);
  const earlier = {
    token: readGiven(errors.mint),
    recipients: [
      ...readGiven(errors.beneficiary, errors.amount, errors.list),
      ...fileProblems(t, draft, checked),
    ],
    schedule: readGiven(errors.schedule),
    permissions: readGiven(errors.cancelAuthority, errors.pauseAuthority),
  };
  return { ...earlier, review: Object.values(earlier).flat() };
}

function fileProblems(t: Translator, draft: CampaignDraft, checked: CheckedDraft): string[] {
  if (draft.mode === "one") return [];
  if (draft.isReadingFile) return [t("The file is still being read.")];
  if (!draft.sheet) return [t("Select a recipients file.")];
  const rows = checked.sheet?.errors.size ?? 0;
  if (rows === 0) return [];
  return [
    t("{count, plural, one {Correct the marked row.} other {Correct the # marked rows.}}", { count: rows }),
  ];
}
