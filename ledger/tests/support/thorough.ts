/** Whether slow tests run at full size. */
export const IS_THOROUGH = process.env.THOROUGH === "1";

/**
 * Returns the number of cases for a slow test: all of them with THOROUGH=1, which `.ci/full` sets, else a
 * quarter and at least two. A property without a seed draws other cases in each run.
 */
export const caseCount = (all: number): number => (IS_THOROUGH ? all : Math.max(2, Math.ceil(all / 4)));
