import type { FieldCheck } from "@/lib/client/verify/report";
import type { Verification, VerifyOptions } from "@/lib/client/verify/verification";
import { type AgentContext, ToolRefusedError } from "./context";
import { untrustedText } from "./untrusted-text";

const MAX_FIELDS = 5;
/** Hosts give a tool about a minute. */
const DEADLINE_MS = 30_000;

/**
 * Checks an answer of the service against the node, and returns the numbers of checked fields; without a node, a
 * sentence.
 * @throws ToolRefusedError with the false fields if the network contradicts the answer
 */
export async function checkWithNode(
  { node, programId }: AgentContext,
  check: (options: VerifyOptions) => Promise<Verification>,
) {
  if (!node)
    return "Not compared with the network. Start the server with --rpc to compare answers with a node.";
  const { verdict, fields, problem } = await check({ rpc: node.url, programId, deadlineMs: DEADLINE_MS });
  const wrong = fields.filter(({ status }) => status === "false");
  const [severe] = wrong.filter(({ path }) => !CORRECTED_LATER.test(path));
  if (severe || (verdict === "false" && wrong.length === 0))
    throw new ToolRefusedError(
      ["The network contradicts the service's answer.", ...writeSentences(wrong), problem?.message].join(" "),
    );
  const count = (status: FieldCheck["status"]) => fields.filter((field) => field.status === status).length;
  return {
    ...{ verdict, verifiedFields: count("verified"), uncheckedFields: count("unchecked") },
    ...(wrong.length > 0 && {
      differences: writeSentences(wrong).map((sentence) => untrustedText(sentence)),
    }),
    ...(problem && { problem: untrustedText(problem.message) }),
  };
}

/** A registration states the creation time. The indexer replaces it with the network's. */
const CORRECTED_LATER = /^createdAt$/;

const writeSentences = (wrong: readonly FieldCheck[]): string[] =>
  wrong.slice(0, MAX_FIELDS).map(({ path, answered, actual, reason }) => {
    const network = actual === undefined ? reason : `the network has ${JSON.stringify(actual)}`;
    return `${path} is ${JSON.stringify(answered)}; ${network}.`;
  });
