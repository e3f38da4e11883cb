import { startDevnetDashboard } from "./devnet-dashboard";
import { startDashboard, startSampleDashboard } from "./start-dashboard";

/**
 * Started by the tests as a process of its own: says where the dashboard is, and ends with its parent's pipe. With a
 * price provider's URL as its argument it starts without the samples, and sends webhooks to receivers of the tests; with
 * `devnet`, on a ledger that says it is that.
 */
const [, , argument] = process.argv;
const { close, ...said } =
  argument === "devnet"
    ? await startDevnetDashboard()
    : argument
      ? await startDashboard({ PRICE_API_URL: argument, WEBHOOKS_ALLOW_PRIVATE: "true" })
      : await startSampleDashboard();
process.stdout.write(`${JSON.stringify(said)}\n`);
process.stdin.resume().once("end", () => void close());
