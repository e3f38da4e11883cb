import * as z from "zod";
import { ClockRangeError } from "../../bank/ledger-clock";
import type { LedgerControls } from "../../controls";
import { type Method, method } from "../method";
import { signature } from "../params";
import { invalidParams } from "../rpc-error";
import { faultSchema } from "../server/faults";

const MAX_SECONDS = 100 * 365 * 86_400;
const MAX_SLOTS = 100_000;

const slotCount = z.int().min(1).max(MAX_SLOTS);

/** Returns the ledger_ methods, which the ledger serves only if it was started with `controls`. */
export function controlMethods(controls: LedgerControls): Record<string, Method> {
  return {
    ledger_advanceTime: method(z.tuple([z.int().min(1).max(MAX_SECONDS)]), ([seconds]) => {
      try {
        return controls.advanceTime(seconds);
      } catch (error) {
        if (error instanceof ClockRangeError) throw invalidParams(error.message);
        throw error;
      }
    }),
    ledger_advanceSlots: method(z.tuple([slotCount]), ([count]) => controls.advanceSlots(count)),
    ledger_skipSlots: method(z.tuple([slotCount]), ([count]) => controls.skipSlots(count)),
    ledger_dropTransaction: method(z.tuple([signature]), ([bytes]) => controls.dropTransaction(bytes)),
    ledger_fail: method(z.tuple([faultSchema]), ([fault]) => {
      controls.addFault(fault);
      return true;
    }),
    ledger_clearFaults: method(z.tuple([]), () => {
      controls.clearFaults();
      return true;
    }),
  };
}
