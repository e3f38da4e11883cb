import { type Check, failed, passed } from "./check";

/** Maximum clock skew in seconds; nonces are valid for minutes. */
const MAX_DATABASE_SKEW_SECONDS = 30;
/** A block's time is the validators' estimate, and a node may be some seconds behind. */
const MAX_LEDGER_SKEW_SECONDS = 60;

/** Compares this machine's clock with the database's. */
export function checkDatabaseClock(seconds: number): Check {
  const skew = calculateSkew(seconds);
  if (Math.abs(skew) <= MAX_DATABASE_SKEW_SECONDS) return passed("clock", "agrees with the database's");
  const found = `this machine's clock is ${describe(skew)} the database's.`;
  return failed("clock", found, "Synchronize both machines by NTP: a wallet's proof is valid for minutes.");
}

/** Compares this machine's clock with the time of a node's newest block. */
export function checkNetworkClock(name: string, seconds: number): Check {
  const skew = calculateSkew(seconds);
  if (Math.abs(skew) <= MAX_LEDGER_SKEW_SECONDS)
    return passed(`clock of ${name}`, "agrees with this machine's");
  if (skew < 0) {
    const found = `this machine's clock is ${describe(skew)} the network's.`;
    return failed("clock", found, "Synchronize this machine by NTP: a wallet's proof is valid for minutes.");
  }
  const found = `the newest block of ${name} is ${skew} s old by this machine's clock.`;
  const fix =
    "If the clock agrees with the database's, the node has stopped: use another endpoint. Otherwise synchronize this machine by NTP.";
  return failed("clock", found, fix);
}

const calculateSkew = (seconds: number) => Math.round(Date.now() / 1000 - seconds);

const describe = (skew: number) => `${Math.abs(skew)} s ${skew > 0 ? "ahead of" : "behind"}`;
