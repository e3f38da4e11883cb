/**
 * Works on items side by side, at most `width` at once, and yields the results in the items' order. Work goes on while
 * the consumer handles a result, at most `width` results ahead of it. A failure surfaces at its item's turn.
 */
export async function* inOrder<Item, Result>(
  items: readonly Item[],
  width: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const started: Promise<Result>[] = [];
  let running = 0;
  let taken = 0;
  const start = () => {
    while (running < width && started.length < items.length && started.length - taken < 2 * width) {
      const item = items[started.length];
      if (item === undefined) return;
      running += 1;
      const result = work(item).finally(() => {
        running -= 1;
        start();
      });
      // Its turn may come after another's failure has ended the walk.
      result.catch(() => {});
      started.push(result);
    }
  };
  start();
  try {
    while (taken < started.length) {
      const result = started[taken];
      taken += 1;
      start();
      if (result) yield await result;
    }
  } finally {
    taken = started.length;
    running = width;
  }
}
