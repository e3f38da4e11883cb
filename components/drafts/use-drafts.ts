"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { useWallet } from "@/components/wallet/wallet-store";
import {
  type DraftNote,
  type DraftParts,
  deleteDraft,
  dropOldDrafts,
  listDrafts,
  readDraft,
  saveDraft,
} from "./draft-store";

type DraftsOptions<State extends object> = {
  scope: string;
  basis: string;
  /** What the form begins with, the same object as long as it is shown; it is not kept itself. */
  initial: State;
  /** A new object after every change, of values that a structured clone can copy. */
  state: State;
  title: string;
  onContinue: (state: State) => void;
};

export type Drafts = ReturnType<typeof useDrafts>;

function newId(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join("-");
}

/**
 * Keeps what a form holds in the browser, so that Back, a reload, a closed tab or a new version of the service lose
 * nothing. What earlier visits left is offered, never taken over by itself.
 */
export function useDrafts<State extends object>(options: DraftsOptions<State>) {
  const { scope, basis, initial, state, title, onContinue } = options;
  const wallet = useWallet().account?.address ?? null;
  const queries = useQueryClient();
  const [id, setId] = useState(newId);
  const [problem, setProblem] = useState<unknown>(null);
  const keeper = useMemo(() => new DraftKeeper(initial, setProblem), [initial]);
  const taken = useRef<State>(initial);
  const found = useQuery({ queryKey: ["drafts", scope], queryFn: () => listDrafts(scope), staleTime: 0 });

  useEffect(() => {
    if (state !== initial && state !== taken.current) keeper.keep({ id, scope, basis, title, wallet }, state);
  }, [keeper, id, scope, basis, title, wallet, initial, state]);
  useFlush(keeper);

  const refresh = () => queries.invalidateQueries({ queryKey: ["drafts", scope] });
  return {
    /** The draft that the form is being kept as. */
    id,
    basis,
    wallet,
    offers: (found.data ?? []).filter((note) => note.id !== id),
    problem: problem ?? found.error,
    /** Replaces what the form holds; that stays a draft of its own. */
    continueWith: async (note: DraftNote) => {
      await keeper.flush();
      const parts = await readDraft(note.id);
      const restored = restore(initial, stateOf(parts));
      taken.current = restored;
      keeper.adopt(parts);
      setId(note.id);
      onContinue(restored);
      await refresh();
    },
    discard: async (note: DraftNote) => {
      await deleteDraft(note.id);
      await refresh();
    },
  };
}

/** The fields of a form from a draft, as far as they are of the kind that the form knows: it may be of an older version. */
function restore<State extends object>(initial: State, parts: DraftParts): State {
  const known = Object.entries(initial).filter(([name, value]) => typeof parts[name] === typeof value);
  return { ...initial, ...Object.fromEntries(known.map(([name]) => [name, parts[name]])) };
}

/** Stands for an object whose fields are kept by themselves. */
const IN_FIELDS = {};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

function partsOf(state: object): DraftParts {
  const parts: DraftParts = {};
  for (const [name, value] of Object.entries(state)) {
    parts[name] = isRecord(value) ? IN_FIELDS : value;
    if (!isRecord(value)) continue;
    for (const [field, held] of Object.entries(value)) parts[`${name}.${field}`] = held;
  }
  return parts;
}

function stateOf(parts: DraftParts): DraftParts {
  const state: DraftParts = {};
  for (const [path, value] of Object.entries(parts)) {
    const [name = "", field] = path.split(".");
    if (field === undefined) state[name] = isRecord(value) ? { ...value, ...asRecord(state[name]) } : value;
    else if (isRecord(parts[name])) state[name] = { ...asRecord(state[name]), [field]: value };
  }
  return state;
}

const asRecord = (value: unknown) => (isRecord(value) ? value : {});

/** Writes what waits when the form or the page goes away. */
function useFlush(keeper: DraftKeeper): void {
  useEffect(() => {
    const flush = () => void keeper.flush();
    window.addEventListener("pagehide", flush);
    document.addEventListener("visibilitychange", flush);
    return () => {
      window.removeEventListener("pagehide", flush);
      document.removeEventListener("visibilitychange", flush);
      flush();
    };
  }, [keeper]);
}

/** Pauses between writes, as a multiple of how long one holds the page: long lists take time to copy. */
const REST_FACTOR = 20;
const MAX_REST_MS = 3_000;

type Kept = Omit<DraftNote, "savedAt">;

/** Writes one form's state to the browser's storage with each change, or as soon as the last write allows. */
class DraftKeeper {
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
    // An object is kept whole or not at all: what it begins with may be another the next time.
    this.#kept = Object.fromEntries(Object.entries(initial).filter(([, value]) => !isRecord(value)));
  }

  keep(note: Kept, state: object): void {
    this.#waiting = { note, state: partsOf(state) };
    if (!this.#isResting) void this.flush();
  }

  /** Goes on with a draft that holds these parts already. */
  adopt(parts: DraftParts): void {
    this.#kept = parts;
  }

  /** Writes what waits at once; resolves when it is kept. */
  async flush(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = null;
    if (waiting) this.#writing = Promise.all([this.#writing, this.#write(waiting)]);
    await this.#writing;
  }

  async #write({ note, state }: { note: Kept; state: DraftParts }): Promise<void> {
    const before = this.#kept;
    const names = [...new Set([...Object.keys(before), ...Object.keys(state)])];
    const changed = names.filter((name) => before[name] !== state[name]).map((name) => [name, state[name]]);
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
