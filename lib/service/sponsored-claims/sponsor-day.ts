import type { Services } from "@/lib/service/services";

const DAY_SECONDS = 86_400n;

/** Returns the current UTC day, counted from 1970, to which budgets belong. */
export const sponsorDay = ({ now }: Pick<Services, "now">): number => Number(now() / DAY_SECONDS);
