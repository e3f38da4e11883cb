import { MAX_INDEX_LAG_SECONDS } from "@/lib/contract/index-problem";
import { explainProblem } from "@/lib/contract/index-problem-texts";
import type { AdminKey } from "../admin-key";
import { RunningService, type ServiceHealth } from "../running-service";
import { type Check, failed, passed, warning } from "./check";

/** Checks the health of the running service, and that it accepts the admin key of the settings. */
export async function examineService(url: string, { key, missing }: AdminKey): Promise<Check[]> {
  const name = `service ${url}`;
  const health = await new RunningService({ url, key, missing }).health().catch(() => null);
  if (!health)
    return [warning(name, "does not respond.", "Start the service, or pass its address with --url.")];
  return [
    examineHealth(name, health),
    ...examineKey(name, key, health),
    ...examineStream(health),
    ...examineIndex(health),
    ...(health.setup ?? []).map(({ setting, message, fix }) => warning(`service ${setting}`, message, fix)),
  ];
}

function examineHealth(name: string, health: ServiceHealth): Check {
  if (health.db && !health.writable) {
    const fix =
      "Check the free disk space of the database. The service's log states the cause after 'database:'.";
    return failed(name, "reads its database but cannot store anything.", fix);
  }
  const unavailable = [
    ...(health.db ? [] : ["its database"]),
    ...(health.rpc ? [] : ["the network's RPC endpoint"]),
    ...(health.store === false ? ["its key-value store"] : []),
  ];
  if (unavailable.length === 0) return passed(name, `version ${health.version} responds`);
  const fix =
    "See the check of that server above for the cause, unless only the service's machine is affected.";
  return failed(name, `is ${health.status}: it cannot reach ${unavailable.join(" and ")}.`, fix);
}

/** The service returns the settings' findings only for a key that it accepts. */
function examineKey(name: string, key: string | undefined, { setup }: ServiceHealth): Check[] {
  if (key === undefined || setup !== undefined) return [];
  const found = "does not accept the ADMIN_API_KEY of these settings.";
  const fix = "Use the key of the running service, or restart the service with this key.";
  return [failed(name, found, fix)];
}

/** Without the stream, polling completes the index seconds later. */
function examineStream({ stream }: ServiceHealth): Check[] {
  if (stream !== "down") return [];
  const found = "receives no blocks from GEYSER_URL. New transactions are indexed by polling, seconds later.";
  return [warning("service stream", found, "See VestingStreamAway in docs/operators.md.")];
}

/** Without its database, the service cannot report the progress of the index. */
function examineIndex({ db, indexer: { lagSeconds, problems } }: ServiceHealth): Check[] {
  const checks = problems.map(({ code, count, details = [] }) => {
    const found = [`${explainProblem(code)} (${count})`, ...details].join("; ");
    return failed(`index ${code}`, found, "See the table of problems and fixes in docs/operators.md.");
  });
  if (!db || (lagSeconds !== null && lagSeconds <= MAX_INDEX_LAG_SECONDS)) return checks;
  const found = lagSeconds === null ? "nothing was indexed yet." : `the index is ${lagSeconds} s behind.`;
  const fix =
    "Check that scheduled runs arrive (their secret is CRON_SECRET), or run npx vesting-index sync.";
  return [...checks, failed("indexing", found, fix)];
}
