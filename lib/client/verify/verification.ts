import type * as z from "zod";
import { DEFAULT_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { NetworkReader } from "./network-reader";
import { type FieldCheck, Report } from "./report";
import { httpRpc, type RpcCall, RpcCallError, type RpcFailureCode } from "./rpc-call";

/** The node that an answer is checked against, and the limits of the check. */
export type VerifyOptions = {
  /** URL of a Solana RPC node, or a function that sends its calls. The result is as true as this node. */
  rpc: string | URL | RpcCall;
  /** The vesting program. Default: the program's usual address. */
  programId?: string;
  /** Genesis hash of the expected network. Default: the network of the node. */
  genesis?: string;
  /**
   * Age in seconds up to which the answer may lack changes, and may differ from the network's clock. Default:
   * 300.
   */
  maxAgeSeconds?: number;
  /** Maximum number of transactions to fetch. Default: 200. */
  maxTransactions?: number;
  /** Timeout of one call in milliseconds. Default: 10,000. */
  timeoutMs?: number;
  /** Timeout of the whole check in milliseconds. Default: 60,000. */
  deadlineMs?: number;
};

/** Why an answer was not checked, or not completely. */
export type VerifyProblem = {
  code:
    | "MALFORMED_ANSWER"
    | "WRONG_NETWORK"
    | "NOT_A_CAMPAIGN"
    | "NO_ACCOUNT"
    | "UNEXPECTED"
    | RpcFailureCode;
  message: string;
};

/** The result of a check. */
export type Verification = {
  /**
   * - `false`: at least one field is false, or the address is not of a campaign
   * - `consistent`: no field is false
   * - `unavailable`: the check stopped before it found a false field
   */
  verdict: "consistent" | "false" | "unavailable";
  /** One entry for each field of the answer, and for each list whose completeness was checked. */
  fields: FieldCheck[];
  problem: VerifyProblem | null;
};

/** The parts that the checks of all answers use. */
export type CheckContext = {
  report: Report;
  reader: NetworkReader;
  programId: string;
  maxAge: bigint;
};

/** A reason to stop a check. */
export class CheckStoppedError extends Error {
  override readonly name = "CheckStoppedError";

  constructor(
    readonly code: VerifyProblem["code"],
    message: string,
  ) {
    super(message);
  }
}

type Proof = { programId: string; genesis: string | null };

/**
 * Checks an answer of a schema, field by field. Never rejects: a hostile answer or node leads to false and
 * unchecked fields, and to a problem with a code.
 */
export async function checkAnswer<S extends z.ZodType<{ proof: Proof }>>(
  input: { answer: unknown; schema: S; options: VerifyOptions; getReason: (path: string) => string },
  check: (answer: z.output<S>, context: CheckContext) => Promise<void>,
): Promise<Verification> {
  const { options, schema } = input;
  const report = new Report(input.answer);
  const parsed = schema.safeParse(input.answer);
  if (!parsed.success) return malformedAnswer(report, parsed.error);
  const { rpc, programId = DEFAULT_PROGRAM_ID, maxAgeSeconds = 300 } = options;
  const reader = new NetworkReader({
    call: typeof rpc === "function" ? rpc : httpRpc(String(rpc)),
    programId,
    timeoutMs: options.timeoutMs ?? 10_000,
    deadlineMs: options.deadlineMs ?? 60_000,
    maxTransactions: options.maxTransactions ?? 200,
  });
  let problem: VerifyProblem | null = null;
  try {
    await checkNetwork(parsed.data.proof, { report, reader, programId, genesis: options.genesis });
    await check(parsed.data, { report, reader, programId, maxAge: BigInt(maxAgeSeconds) });
  } catch (error) {
    problem = toProblem(error);
  }
  const stopped = problem && `The check stopped: ${problem.message}`;
  report.skipRest((path) => stopped ?? input.getReason(path));
  return toVerification(report, problem);
}

async function checkNetwork(
  proof: Proof,
  { report, reader, programId, genesis }: Omit<CheckContext, "maxAge"> & { genesis: string | undefined },
): Promise<void> {
  report.compare("proof.programId", programId);
  const found = await reader.genesis();
  if (proof.genesis !== null) report.compare("proof.genesis", found);
  else report.skip("proof.genesis", "The service does not know its network yet.");
  if (genesis !== undefined && genesis !== found)
    throw new CheckStoppedError("WRONG_NETWORK", "The node belongs to another network than expected.");
}

const MAX_ISSUES = 1_000;

function malformedAnswer(report: Report, error: z.ZodError): Verification {
  for (const { path, message } of error.issues.slice(0, MAX_ISSUES))
    report.rejectWithin(path.join("."), `The value does not match the API: ${message}`);
  report.skipRest(() => "The answer does not match the API.");
  const message = "The answer does not match the API. Request it with proof=true.";
  return toVerification(report, { code: "MALFORMED_ANSWER", message });
}

function toVerification({ fields }: Report, problem: VerifyProblem | null): Verification {
  const hasFalse = problem?.code === "NOT_A_CAMPAIGN" || fields.some(({ status }) => status === "false");
  return { verdict: hasFalse ? "false" : problem ? "unavailable" : "consistent", fields, problem };
}

function toProblem(error: unknown): VerifyProblem {
  if (error instanceof CheckStoppedError || error instanceof RpcCallError)
    return { code: error.code, message: error.message };
  const message = error instanceof Error ? error.message : "unknown error";
  return { code: "UNEXPECTED", message: `The check failed: ${message}` };
}
