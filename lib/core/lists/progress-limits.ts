/**
 * Maximum number of campaigns in an address's vesting progress, newest first. The progress response has no
 * pages, so it needs a limit. An address in more campaigns finds the rest under …/campaigns.
 */
export const MAX_PROGRESS_CAMPAIGNS = 500;
