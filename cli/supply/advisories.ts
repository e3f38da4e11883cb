import { z } from "zod";

/** An advisory that we live with, why, and since when. */
export type AcceptedAdvisory = { id: string; package: string; reason: string; date: string };

const advisorySchema = z.object({
  name: z.string(),
  title: z.string(),
  url: z.string(),
  severity: z.string(),
});
const reportSchema = z.object({
  vulnerabilities: z.record(z.string(), z.object({ via: z.array(z.union([z.string(), advisorySchema])) })),
});

/** What `npm audit --json` told: faults, or that the registry could not be asked. */
export type AdvisoryResult = { asked: true; faults: string[] } | { asked: false; why: string };

export function judgeAdvisories(report: unknown, accepted: readonly AcceptedAdvisory[]): AdvisoryResult {
  const parsed = reportSchema.safeParse(report);
  if (!parsed.success) return { asked: false, why: messageOf(report) };
  const advisories = new Map(
    Object.values(parsed.data.vulnerabilities)
      .flatMap(({ via }) => via)
      .filter((via) => typeof via !== "string")
      .map((advisory) => [advisory.url.slice(advisory.url.lastIndexOf("/") + 1), advisory]),
  );
  const known = new Set(accepted.map(({ id }) => id));
  const open = [...advisories].filter(([id]) => !known.has(id));
  const over = accepted.filter(({ id }) => !advisories.has(id));
  return {
    asked: true,
    faults: [
      ...open.map(([id, { name, severity, title, url }]) => `${name}: ${title} (${id}, ${severity}), ${url}`),
      ...over.map(({ id, package: name }) => `${id} of ${name} is accepted, but nobody reports it any more`),
    ],
  };
}

const messageOf = (report: unknown) => {
  const { success, data } = z.object({ message: z.string() }).safeParse(report);
  return success ? data.message : "its answer is no report";
};
