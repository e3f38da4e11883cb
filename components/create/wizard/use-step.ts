import { useSearchParams } from "next/navigation";
import { FIRST_STEP, getStep, type StepId } from "./steps";

/** Returns the step in the URL, so that Back, Forward and a reload keep it, and a function to change it. */
export function useStep(): [StepId, (step: StepId) => void] {
  const step = getStep(useSearchParams().get("step"));
  const goTo = (next: StepId) => {
    if (next === step) return;
    const query = new URLSearchParams(window.location.search);
    if (next === FIRST_STEP) query.delete("step");
    else query.set("step", next);
    window.history.pushState(null, "", query.size > 0 ? `?${query}` : window.location.pathname);
  };
  return [step, goTo];
}
