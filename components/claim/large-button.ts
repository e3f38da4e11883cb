/** The classes of the main button of the claim page, which is as wide as its card on a phone. */
export const LARGE_BUTTON = "mt-4 min-h-14 w-full text-base sm:max-w-md font-semibold";
