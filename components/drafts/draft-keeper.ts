import { type DraftNote, type DraftParts, dropOldDrafts, saveDraft } from "./draft-store";

/** Pauses between writes, as a multiple of how long one holds the page: long lists take time to copy. */
const REST_FACTOR = 20;
const MAX_REST_MS = 3_000;

type Kept = Omit<DraftNote, "savedAt">;

/** Writes one form's state to the browser's storage with each change, or as soon as the last write allows. */
export class DraftKeeper {
  #kept: DraftParts;
  #waiting: { note: Kept; state: DraftParts } | null = null;
  #isResting = false;
  #isNew = true;
  #writing: Promise<unknown> = Promise.resolve();

  /** `initial` is what the form begins with, `onProblem` told when the browser cannot keep anything. */
  constructor(
    initial: object,
    private readonly onProblem: (error: unknown) => void,
  ) {
    this.#kept = { ...initial };
  }

  keep(note: Kept, state: object): void {
    this.#waiting = { note, state: { ...state } };
    if (!this.#isResting) void this.flush();
  }

  /** Goes on with a draft that holds `state` already. */
  adopt(state: object): void {
    this.#kept = { ...state };
  }

  /** Writes what waits at once; resolves when it is kept. */
  async flush(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = null;
    if (waiting) this.#writing = Promise.all([this.#writing, this.#write(waiting)]);
    await this.#writing;
  }

  async #write({ note, state }: { note: Kept; state: DraftParts }): Promise<void> {
    const changed = Object.entries(state).filter(([name, value]) => this.#kept[name] !== value);
    this.#kept = state;
    this.#isResting = true;
    try {
      const heldMs = await saveDraft({ ...note, savedAt: Date.now() }, Object.fromEntries(changed));
      setTimeout(() => this.#rested(), Math.min(MAX_REST_MS, heldMs * REST_FACTOR));
      if (this.#isNew) await dropOldDrafts(note.scope);
      this.#isNew = false;
    } catch (error) {
      this.onProblem(error);
    }
  }

  #rested(): void {
    this.#isResting = false;
    void this.flush();
  }
}
