import { createSharedState } from "@/components/shell/shared-state";

export type Toast = {
  id: number;
  title: string;
  text?: string;
  tone?: "good" | "danger";
  /** Restores the state before the action. The toast then offers "Undo". */
  undo?: () => void;
};

const MAX_SHOWN = 3;

const toasts = createSharedState<readonly Toast[]>([]);
let lastId = 0;

/** Shows a short message about a finished action, above the page. The newest messages replace the oldest. */
export function showToast(toast: Omit<Toast, "id">): void {
  lastId += 1;
  toasts.set([...toasts.get(), { ...toast, id: lastId }].slice(-MAX_SHOWN));
}

export function dismissToast(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}

export const useToasts = toasts.useValue;
