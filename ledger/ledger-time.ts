/** The ledger's clock: the machine's, moved ahead by as much as a control has asked for. */
export class LedgerTime {
  constructor(private ahead: number) {}

  get secondsAhead(): number {
    return this.ahead;
  }

  /** Unix seconds on the ledger. */
  readonly now = (): number => Math.floor(Date.now() / 1000) + this.ahead;

  advance(seconds: number): void {
    this.ahead += seconds;
  }
}
