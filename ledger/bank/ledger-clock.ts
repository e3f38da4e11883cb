/** The last unix second of the ledger's clock: the calendar and the history store block times as u32. */
const MAX_UNIX_TIME = 2 ** 32 - 1;

/** A move that the clock cannot make; the message states the limit. */
export class ClockRangeError extends RangeError {
  override readonly name = "ClockRangeError";
}

/** The machine's clock, moved ahead by whole seconds. It stops at the last time that a block can have. */
export class LedgerClock {
  constructor(private ahead: number) {}

  /** Seconds by which this clock is ahead of the machine's. */
  get secondsAhead(): number {
    return this.ahead;
  }

  /** Unix seconds. */
  readonly now = (): number => Math.min(machineTime() + this.ahead, MAX_UNIX_TIME);

  /**
   * Moves the clock ahead once `persist` has stored the new distance; when that throws, the clock has not moved.
   *
   * @throws ClockRangeError when `seconds` is not a whole number or the new time is out of range
   */
  advance(seconds: number, persist: (secondsAhead: number) => void): void {
    if (!Number.isSafeInteger(seconds) || seconds < 0) {
      throw new ClockRangeError("The clock moves ahead by a whole number of seconds.");
    }
    const left = MAX_UNIX_TIME - this.now();
    if (seconds > left) {
      const end = new Date(MAX_UNIX_TIME * 1000).toISOString().replace(".000", "");
      throw new ClockRangeError(
        `The ledger's clock ends at ${end}; it can move ahead by at most ${left} seconds.`,
      );
    }
    persist(this.ahead + seconds);
    this.ahead += seconds;
  }

  /**
   * Sets a clock that is out of range back to the last block's time. An earlier version did not check the
   * range, so its data folder may contain such a clock. Returns whether the clock was out of range.
   */
  repair(lastBlockTime: number): boolean {
    if (machineTime() + this.ahead <= MAX_UNIX_TIME) return false;
    this.ahead = Math.max(0, lastBlockTime - machineTime());
    return true;
  }
}

const machineTime = () => Math.floor(Date.now() / 1000);
