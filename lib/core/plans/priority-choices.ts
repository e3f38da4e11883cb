export const PRIORITY_LEVELS = ["low", "medium", "high"] as const;
export type PriorityLevel = (typeof PRIORITY_LEVELS)[number];

/** With `none`, the transaction sets neither a compute unit limit nor a price. */
export const PRIORITY_CHOICES = ["none", ...PRIORITY_LEVELS] as const;
export type PriorityChoice = (typeof PRIORITY_CHOICES)[number];

export const isPriorityChoice = (text: unknown): text is PriorityChoice =>
  PRIORITY_CHOICES.some((choice) => choice === text);
