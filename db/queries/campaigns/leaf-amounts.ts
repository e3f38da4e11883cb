import { type SQL, sql } from "drizzle-orm";
import { asNumeric } from "@/db/schema/u64";
import { ReleaseType } from "@/lib/core/vesting/leaf";

const amount = asNumeric(sql.raw("l.amount"));
const [cliff, milestone] = [sql.raw(`${ReleaseType.Cliff}`), sql.raw(`${ReleaseType.Milestone}`)];

/** Returns SQL for the amount of a leaf `l` that has vested by a numeric time; 0 for a milestone. */
export function vestedByTime(time: SQL): SQL {
  return sql`case l.release_type when ${milestone} then 0
    when ${cliff} then case when ${time} >= l.cliff_time then ${amount} else 0 end
    else case when ${time} >= l.end_time then ${amount} when ${time} <= l.cliff_time then 0
      else div(${amount} * (${time} - l.cliff_time), l.end_time::numeric - l.cliff_time) end end`;
}

/**
 * Returns SQL for the amount of a leaf `l` that has vested by a numeric time, given the array of released milestones.
 * The SQL equivalent of `getVestedAmount` in lib/core/vesting; a property test compares both. With 100,000 leaves, only the
 * database can compute the sum without transferring every leaf.
 */
export const vestedOfLeaf = ({ time, released }: { time: SQL; released: SQL }): SQL =>
  sql`case when l.release_type <> ${milestone} then ${vestedByTime(time)}
    when l.milestone_idx = any(${released}) then ${amount} else 0 end`;

/**
 * Returns SQL for the unclaimed part of the `vested` amount of a row `leaf`. `claimed` is null without a claim. The
 * program pays a milestone at once, so a claimed milestone has no unclaimed part.
 */
export const unclaimedOfLeaf = ({ leaf, claimed }: { leaf: string; claimed: SQL }): SQL => {
  const [releaseType, vested] = [sql.raw(`${leaf}.release_type`), sql.raw(`${leaf}.vested`)];
  return sql`case when ${releaseType} <> ${milestone} then greatest(${vested} - coalesce(${claimed}, 0), 0)
    when ${claimed} is null then ${vested} else 0 end`;
};
