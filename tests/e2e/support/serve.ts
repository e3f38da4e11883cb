import { startDevnetDashboard } from "./devnet-dashboard";
import { startDashboard, startSampleDashboard } from "./start-dashboard";

/**
 * The tests start this file as a separate process, which reports the dashboard's URL, and ends when its
 * parent closes the pipe. With a price provider's URL as its argument it starts without the samples, and
 * sends webhooks to receivers of the tests; with `devnet`, on a ledger that reports itself as devnet.
 */
const [, , argument] = process.argv;
const { close, ...message } =
  argument === "devnet"
    ? await startDevnetDashboard()
    : argument
      ? await startDashboard({ PRICE_API_URL: argument, WEBHOOKS_ALLOW_PRIVATE: "true" })
      : await startSampleDashboard();
process.stdout.write(`${JSON.stringify(message)}\n`);
process.stdin.resume().once("end", () => void close());
