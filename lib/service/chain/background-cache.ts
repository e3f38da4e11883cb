type Shared<T> = {
  get(): WeakMap<object, BackgroundCache<T>> | undefined;
  set(all: WeakMap<object, BackgroundCache<T>>): void;
};

/** Returns the value of an owner, such as the services of this process; `create` makes it at the first call. */
export function cacheFor<T>(
  shared: Shared<T>,
  owner: object,
  create: () => BackgroundCache<T>,
): BackgroundCache<T> {
  const all = shared.get() ?? new WeakMap<object, BackgroundCache<T>>();
  shared.set(all);
  const found = all.get(owner) ?? create();
  all.set(owner, found);
  return found;
}

/**
 * A value that is read in the background at most once in `validMs`, and is returned without a wait. A failed read is
 * not retried earlier, so that a node that is away is not called by each request.
 */
export class BackgroundCache<T> {
  private value: T | null = null;
  private readMs = Number.NEGATIVE_INFINITY;
  private reading: Promise<void> | undefined;

  /** `read` returns null where it could not read: the known value stays. */
  constructor(
    private readonly validMs: number,
    private readonly read: (known: T | null) => Promise<T | null>,
  ) {}

  /** Returns the newest value; null before the first was read. */
  get(nowMs: number): T | null {
    this.refresh(nowMs);
    return this.value;
  }

  /** Returns the newest value, and waits for the first. */
  async waitForFirst(nowMs: number): Promise<T | null> {
    this.refresh(nowMs);
    if (this.value === null) await this.reading;
    return this.value;
  }

  private refresh(nowMs: number): void {
    // A clock that was set back must not keep an old value.
    if (this.reading || Math.abs(nowMs - this.readMs) < this.validMs) return;
    this.readMs = nowMs;
    this.reading = this.read(this.value)
      .then((value) => {
        this.value = value ?? this.value;
      })
      .catch(() => undefined)
      .finally(() => {
        this.reading = undefined;
      });
  }
}
