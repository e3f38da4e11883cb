import { enterProject } from "@/cli/settings";
import { EXIT, type Exit } from "../outcome";
import { printTarget } from "../target";

/** Starts the service in this process, as `npm start` does. It ends at SIGINT, SIGTERM or SIGHUP. */
export async function serve(): Promise<Exit> {
  printTarget();
  enterProject();
  Reflect.set(process.env, "NODE_ENV", "production");
  const { run } = await import("@/server/run");
  run();
  return EXIT.success;
}
