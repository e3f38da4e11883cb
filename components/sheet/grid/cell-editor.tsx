"use client";

import { type KeyboardEvent, useEffect, useRef } from "react";

type CellEditorProps = {
  label: string;
  /** The text at the start: the text of the cell, or the first typed character. */
  initial: string;
  /** Stores the text. `move` is the direction in which the active cell moves afterwards. */
  onCommit: (text: string, move: CellMove) => void;
  onCancel: () => void;
};

export type CellMove = "down" | "next" | "previous" | "stay";

/** Edits the text of a cell. Keeps the text to itself until the user leaves the cell. */
export function CellEditor({ label, initial, onCommit, onCancel }: CellEditorProps) {
  const input = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useEffect(() => {
    const { current } = input;
    current?.focus({ preventScroll: true });
    current?.setSelectionRange(current.value.length, current.value.length);
  }, []);
  const commit = (text: string, move: CellMove) => {
    if (isDone.current) return;
    isDone.current = true;
    onCommit(text, move);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // Keys in the editor are not keys of the grid. A key of an input method belongs to its composition.
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    const { value } = event.currentTarget;
    if (event.key === "Escape") {
      event.preventDefault();
      isDone.current = true;
      onCancel();
    } else if (event.key === "Enter" || event.key === "Tab") {
      event.preventDefault();
      commit(value, event.key === "Enter" ? "down" : event.shiftKey ? "previous" : "next");
    }
  };
  return (
    <input
      ref={input}
      type="text"
      aria-label={label}
      defaultValue={initial}
      autoComplete="off"
      spellCheck={false}
      onKeyDown={onKeyDown}
      onBlur={(event) => commit(event.currentTarget.value, "stay")}
      className="absolute inset-y-0 left-0 z-10 field-sizing-content max-w-96 min-w-full bg-surface px-2 text-ink outline-2 -outline-offset-2 outline-accent"
    />
  );
}
