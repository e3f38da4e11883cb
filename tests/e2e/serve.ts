import { startDashboard } from "./start-dashboard";

/** Started by the tests as a process of its own: says where the dashboard is, and ends with its parent's pipe. */
const { url, trees, close } = await startDashboard();
process.stdout.write(`${JSON.stringify({ url, trees })}\n`);
process.stdin.resume().once("end", () => void close());
