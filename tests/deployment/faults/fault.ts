import type { Bench } from "./bench";

/** One injected fault and the words that name its cause. */
export type Fault = {
  area: string;
  name: string;
  cause: RegExp;
  /** Settings with which the service is started; it is restarted with the usual ones afterwards. */
  settings?: (bench: Bench) => Record<string, string>;
  /** Settings of the doctor alone. */
  doctor?: Record<string, string>;
  inject?: (bench: Bench) => unknown;
  heal?: (bench: Bench) => unknown;
  /** It mounts a disk of its own. */
  needsRoot?: boolean;
  /** The alert that fires within a minute, by `for` of two seconds. */
  alert?: string;
};
