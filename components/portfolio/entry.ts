import type { Progress } from "@/lib/vesting/progress";
import type { CampaignItem } from "@/lib/views/campaign";
import type { LeafView } from "@/lib/views/leaf";

/** What an address receives from one campaign. */
export type PortfolioEntry = {
  campaign: CampaignItem & { cancelAuthority: string | null; pauseAuthority: string | null };
  progress: Progress;
  /** From when on the claim record may be closed, in unix seconds; null while nothing has ended the campaign. */
  recordClosableFrom: string | null;
  leaves: (LeafView & { progress: Progress; milestoneReleased: boolean })[];
};
