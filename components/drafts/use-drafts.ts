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
import { useDiscardDraft } from "./use-discard-draft";

type DraftsOptions<State extends object> = {
  scope: string;
  basis: string;
  /**
   * The initial state of the form, the same object for the lifetime of the form. The initial state is not
   * stored.
   */
  initial: State;
  /** A new object after every change. Its values must support structured clone. */
  state: State;
  title: string;
  onContinue: (state: State) => void;
};

/** The drafts of any form. */
export type Drafts = Omit<ReturnType<typeof useDrafts>, "add">;

function newId(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join("-");
}

/**
 * Stores the state of a form in the browser, so that Back, a reload, a closed tab or a new deployment
 * lose nothing. Drafts of earlier visits are offered and never restored automatically.
 */
export function useDrafts<State extends object>(options: DraftsOptions<State>) {
  const { scope, basis, initial, state, title, onContinue } = options;
  const wallet = useWallet().account?.address ?? null;
  const queries = useQueryClient();
  const [id, setId] = useState(newId);
  const [problem, setProblem] = useState<unknown>(null);
  const writer = useMemo(() => new DraftWriter(initial, setProblem), [initial]);
  const restoredState = useRef<State>(initial);
  const found = useQuery({ queryKey: ["drafts", scope], queryFn: () => listDrafts(scope), staleTime: 0 });

  useEffect(() => {
    if (state !== initial && state !== restoredState.current)
      writer.save({ id, scope, basis, title, wallet }, state);
  }, [writer, id, scope, basis, title, wallet, initial, state]);
  useFlush(writer);

  const discard = useDiscardDraft();
  const refresh = () => queries.invalidateQueries({ queryKey: ["drafts", scope] });
  return {
    /** The id of the draft that stores this form. */
    id,
    basis,
    wallet,
    offers: (found.data ?? []).filter((note) => note.id !== id),
    problem: problem ?? found.error,
    /** Replaces the state of the form. The previous state remains as a separate draft. */
    continueWith: async (note: DraftNote) => {
      await writer.flush();
      const parts = await readDraft(note.id);
      const restored = restore(initial, getState(parts));
      restoredState.current = restored;
      writer.continueFrom(parts);
      setId(note.id);
      onContinue(restored);
      await refresh();
    },
    discard,
    /** Stores more drafts of this form, to be offered in this order. Returns a function that deletes them. */
    add: async (drafts: readonly { state: State; title: string }[]) => {
      const now = Date.now();
      const notes = drafts.map(({ title }, at) => ({
        ...{ id: newId(), scope, basis, wallet, title },
        // The newest draft is offered first.
        savedAt: now - at,
      }));
      for (const [at, note] of notes.entries())
        await saveDraft(note, splitDraft(drafts[at]?.state ?? initial));
      await refresh();
      return async () => {
        for (const { id } of notes) await deleteDraft(id);
        await refresh();
      };
    },
  };
}

/**
 * Returns the fields of a draft whose type matches the form, because a draft can be from an older version.
 */
function restore<State extends object>(initial: State, parts: DraftParts): State {
  const known = Object.entries(initial).filter(([name, value]) => typeof parts[name] === typeof value);
  return { ...initial, ...Object.fromEntries(known.map(([name]) => [name, parts[name]])) };
}

/** A marker for an object whose fields are stored separately. */
const IN_FIELDS = {};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

function splitDraft(state: object): DraftParts {
  const parts: DraftParts = {};
  for (const [name, value] of Object.entries(state)) {
    parts[name] = isRecord(value) ? IN_FIELDS : value;
    if (!isRecord(value)) continue;
    for (const [field, held] of Object.entries(value)) parts[`${name}.${field}`] = held;
  }
  return parts;
}

function getState(parts: DraftParts): DraftParts {
  const state: DraftParts = {};
  for (const [path, value] of Object.entries(parts)) {
    const [name = "", field] = path.split(".");
    if (field === undefined) state[name] = isRecord(value) ? { ...value, ...asRecord(state[name]) } : value;
    else if (isRecord(parts[name])) state[name] = { ...asRecord(state[name]), [field]: value };
  }
  return state;
}

const asRecord = (value: unknown) => (isRecord(value) ? value : {});

/** Writes pending changes when the form unmounts or the page is hidden. */
function useFlush(writer: DraftWriter): void {
  useEffect(() => {
    const flush = () => void writer.flush();
    window.addEventListener("pagehide", flush);
    document.addEventListener("visibilitychange", flush);
    return () => {
      window.removeEventListener("pagehide", flush);
      document.removeEventListener("visibilitychange", flush);
      flush();
    };
  }, [writer]);
}

/**
 * The pause between writes, as a multiple of the time that a write blocks the page. Long lists take time to
 * copy.
 */
const PAUSE_FACTOR = 20;
const MAX_PAUSE_MS = 3_000;

type NoteInput = Omit<DraftNote, "savedAt">;

/**
 * Writes the state of a form to the storage of the browser after each change. Throttles writes that block the
 * page.
 */
class DraftWriter {
  #saved: DraftParts;
  #pending: { note: NoteInput; state: DraftParts } | null = null;
  #isThrottled = false;
  #isNew = true;
  #writing: Promise<unknown> = Promise.resolve();

  /**
   * `initial` is the initial state of the form. `onProblem` is called when the browser cannot store a draft.
   */
  constructor(
    initial: object,
    private readonly onProblem: (error: unknown) => void,
  ) {
    // Objects are excluded, because each is stored completely or not at all: its initial value can differ in
    // the next visit.
    this.#saved = Object.fromEntries(Object.entries(initial).filter(([, value]) => !isRecord(value)));
  }

  save(note: NoteInput, state: object): void {
    this.#pending = { note, state: splitDraft(state) };
    if (!this.#isThrottled) void this.flush();
  }

  /** Continues a draft that already contains these parts. */
  continueFrom(parts: DraftParts): void {
    this.#saved = parts;
  }

  /** Writes pending changes immediately. Resolves when they are stored. */
  async flush(): Promise<void> {
    const waiting = this.#pending;
    this.#pending = null;
    if (waiting) this.#writing = Promise.all([this.#writing, this.#write(waiting)]);
    await this.#writing;
  }

  async #write({ note, state }: { note: NoteInput; state: DraftParts }): Promise<void> {
    const before = this.#saved;
    const names = [...new Set([...Object.keys(before), ...Object.keys(state)])];
    const changed = names.filter((name) => before[name] !== state[name]).map((name) => [name, state[name]]);
    this.#saved = state;
    this.#isThrottled = true;
    try {
      const blockedMs = await saveDraft({ ...note, savedAt: Date.now() }, Object.fromEntries(changed));
      setTimeout(() => this.#endThrottle(), Math.min(MAX_PAUSE_MS, blockedMs * PAUSE_FACTOR));
      if (this.#isNew) await dropOldDrafts(note.scope);
      this.#isNew = false;
    } catch (error) {
      this.onProblem(error);
    }
  }

  #endThrottle(): void {
    this.#isThrottled = false;
    void this.flush();
  }
}
