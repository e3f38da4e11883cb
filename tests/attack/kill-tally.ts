import type { Bounds, Row } from "./report";

export const INDEXED_WITHIN_SECONDS = 10;

/** Counts kills by what was under way, and keeps the worst times. */
export class KillTally {
  private kills = 0;
  private readonly during = new Map<string, number>();
  private slowestStart = 0;
  private slowestIndexing = 0;
  private readonly broken: string[] = [];
  private readonly begun = performance.now();

  constructor(private readonly bounds: Bounds) {}

  killed(...underWay: string[]): void {
    this.kills++;
    for (const what of underWay) this.during.set(what, (this.during.get(what) ?? 0) + 1);
  }

  started(seconds: number): void {
    this.slowestStart = Math.max(this.slowestStart, seconds);
    this.expect(seconds <= this.bounds.startSeconds, `a start took ${seconds.toFixed(1)} s`);
  }

  indexed({ seconds, fault }: { seconds: number; fault: string | null }): void {
    this.slowestIndexing = Math.max(this.slowestIndexing, seconds);
    if (fault) this.broken.push(`${fault}, after ${seconds.toFixed(1)} s`);
  }

  expect(holds: boolean, sentence: string): void {
    if (!holds) this.broken.push(sentence);
  }

  faults(sentences: readonly string[]): void {
    this.broken.push(...sentences);
  }

  row(attack: string): Row {
    const during = [...this.during].map(([what, count]) => `${count} in ${what}`).join(", ");
    const figures =
      `${this.kills} kills: ${during}; slowest start ${this.slowestStart.toFixed(1)} s, ` +
      `slowest indexing ${this.slowestIndexing.toFixed(1)} s`;
    return { attack, seconds: (performance.now() - this.begun) / 1000, figures, broken: this.broken };
  }
}
