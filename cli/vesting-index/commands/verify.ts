import { fetchCampaign } from "@/cli/fetch-campaign";
import { startStep } from "@/cli/progress";
import { loadSettings } from "@/cli/settings";
import { ApiClient } from "@/lib/client/api-client";
import { fetchAllLeaves, fetchAllPayouts } from "@/lib/client/fetch-all";
import { buildTree } from "@/lib/core/merkle/tree";
import type { VestingTree } from "@/lib/core/solana/accounts";
import { isAddress } from "@/lib/core/solana/addresses";
import { NotACampaignError } from "@/lib/core/solana/tree-account";
import { CommandError, EXIT, type Exit, printFacts, printJson } from "../outcome";
import { asUnreachable } from "../running-service";

type VerifyQuery = {
  treeAddress: string;
  url: string;
  rpc: string | undefined;
  /** The vesting program, which must own the campaign's account; by default, the program of the settings. */
  programId?: string;
  json: boolean;
};

/**
 * Builds a campaign's tree from all leaves of the service, adds up all claims, and compares root and sum with
 * service and network. A difference that the service itself reports counts as one.
 */
export async function verifyCampaign(query: VerifyQuery): Promise<Exit> {
  const { treeAddress, url, rpc, json } = query;
  if (!isAddress(treeAddress)) throw new CommandError("The campaign must be the base58 address of its tree.");
  const programId = query.programId ?? loadSettings().VESTING_PROGRAM_ID;
  const api = new ApiClient({ baseUrl: url });
  const step = json ? undefined : startStep("reading the leaves");
  const fetched = await fetchIndexed(api, treeAddress, (done, total) => step?.progress(done, total));
  step?.done(`${fetched.leaves.length}`);
  const { root: computed } = await buildTree([...fetched.leaves]);
  const tree = rpc ? await readTree({ rpc, address: treeAddress, programId }) : null;
  const { service, ledger, claims, drift, agrees } = compare(computed, fetched, tree);
  if (json)
    printJson({
      ...{ treeAddress, programId, leaves: fetched.leaves.length },
      ...{ computed, service, ledger, agrees, drift },
      claims: { sum: claims.sum, service: claims.service, ledger: claims.ledger },
    });
  else
    printFacts([
      ["program", programId],
      ["computed root", computed],
      ["service root", service],
      ["network root", ledger ?? NOT_REQUESTED],
      ["sum of claims", claims.sum],
      ["claimed in service", claims.service],
      ["claimed on network", claims.ledger ?? NOT_REQUESTED],
      ...(drift ?? []).map(
        ({ field, indexed, onChain }) =>
          [`drift: ${field}`, `${indexed}, on the network ${onChain}`] as const,
      ),
      ["result", agrees ? "identical" : "different"],
    ]);
  return agrees ? EXIT.success : EXIT.problemFound;
}

const NOT_REQUESTED = "not checked; pass --rpc";

function compare(computed: string, fetched: Indexed, tree: VestingTree | null) {
  const [service, ledger] = [fetched.merkleRoot, tree?.merkleRoot ?? null];
  const claims = compareClaims(fetched, tree);
  const { drift } = fetched.detail;
  const rootAgrees = computed === service && (ledger === null || ledger === computed);
  return { service, ledger, claims, drift, agrees: rootAgrees && claims.agree && drift === null };
}

type Indexed = Awaited<ReturnType<typeof fetchIndexed>>;

async function fetchIndexed(
  api: ApiClient,
  treeAddress: string,
  onProgress: (done: number, total: number) => void,
) {
  try {
    const { leaves, merkleRoot } = await fetchAllLeaves(api, treeAddress, { onProgress });
    const { payouts, totalClaimed } = await fetchAllPayouts(api, treeAddress);
    return { leaves, merkleRoot, sum: payouts.total, totalClaimed, detail: await api.campaign(treeAddress) };
  } catch (error) {
    throw asUnreachable(error);
  }
}

/** The account of a settled stream also counts the amount that the settlement paid, which is not a claim. */
function compareClaims({ sum, totalClaimed, detail }: Indexed, tree: VestingTree | null) {
  return {
    sum: sum.toString(),
    service: totalClaimed.toString(),
    ledger: tree?.totalClaimed.toString() ?? null,
    agree:
      totalClaimed === sum && (tree === null || tree.totalClaimed === sum + BigInt(detail.settledAmount)),
  };
}

async function readTree(input: { rpc: string; address: string; programId: string }): Promise<VestingTree> {
  try {
    return await fetchCampaign(input);
  } catch (error) {
    if (error instanceof NotACampaignError) throw new CommandError(error.message, EXIT.problemFound);
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`The network cannot be reached: ${reason}`, EXIT.unreachable);
  }
}
