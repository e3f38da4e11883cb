const LATE = Symbol("late");

/**
 * What `work` comes to, or null when it takes longer than `ms` (wall clock). Late work goes on; should it fail then,
 * `onLateFailure` hears of it.
 */
export async function beforeDeadline<T>(
  work: Promise<T>,
  ms: number,
  onLateFailure: (error: unknown) => void,
): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(() => resolve(LATE), Math.max(ms, 0));
  });
  const outcome = await Promise.race([work, late]).finally(() => clearTimeout(timer));
  if (outcome !== LATE) return outcome;
  work.catch(onLateFailure);
  return null;
}
