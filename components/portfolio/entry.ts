import type { Progress } from "@/lib/core/vesting/progress";
import type { CampaignItem } from "@/lib/core/views/campaign";
import type { LeafView } from "@/lib/core/views/leaf";

/** What an address receives from one campaign. */
export type PortfolioEntry = {
  campaign: CampaignItem & { cancelAuthority: string | null; pauseAuthority: string | null };
  progress: Progress;
  /** There may be a claim record that the program would close. */
  mayHaveRecord: boolean;
  /** When the grace period ends or ended, in unix seconds. */
  graceEnd: string | null;
  leaves: (LeafView & { progress: Progress; milestoneReleased: boolean })[];
};
