/**
 * Asks once for all who come at the same time. Who comes while it is being asked gets what is asked next: the round under
 * way may have been told what was true before.
 */
export class Rounds<T> {
  private current: Promise<T> | undefined;
  private next: Promise<T> | undefined;

  constructor(private readonly ask: () => Promise<T>) {}

  join(): Promise<T> {
    if (!this.current) return this.begin();
    this.next ??= this.current.then(this.goOn, this.goOn);
    return this.next;
  }

  private readonly goOn = (): Promise<T> => {
    this.next = undefined;
    return this.begin();
  };

  private begin(): Promise<T> {
    const round = this.ask().finally(() => {
      if (this.current === round) this.current = undefined;
    });
    this.current = round;
    return round;
  }
}
