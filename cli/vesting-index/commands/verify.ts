import { Connection, PublicKey } from "@solana/web3.js";
import { startStep } from "@/cli/demo/progress";
import { ApiClient } from "@/lib/client/api-client";
import { ApiClientError } from "@/lib/client/api-error";
import { fetchAllLeaves, fetchAllPayouts } from "@/lib/client/whole-lists";
import { buildTree } from "@/lib/core/merkle/tree";
import { decodeVestingTree, type VestingTree } from "@/lib/core/solana/accounts";
import { isAddress } from "@/lib/core/solana/addresses";
import { CommandError, EXIT, type Exit, printFacts, printJson } from "../outcome";

type Asked = { treeAddress: string; url: string; rpc: string | undefined; json: boolean };

/**
 * Builds a campaign's tree from every leaf that the service has, adds up every claim, and compares root and sum with
 * service and ledger. A difference that the service itself reports counts as one.
 */
export async function verifyCampaign({ treeAddress, url, rpc, json }: Asked): Promise<Exit> {
  if (!isAddress(treeAddress)) throw new CommandError("A campaign is the base58 address of its tree.");
  const api = new ApiClient({ baseUrl: url });
  const step = json ? undefined : startStep("reading the leaves");
  const fetched = await fetchCampaign(api, treeAddress, (done, total) => step?.progress(done, total));
  step?.done(`${fetched.leaves.length}`);
  const { root: computed } = await buildTree([...fetched.leaves]);
  const tree = rpc ? await readTree(rpc, treeAddress) : null;
  const [service, ledger] = [fetched.merkleRoot, tree?.merkleRoot ?? null];
  const claims = compareClaims(fetched, tree);
  const { drift } = fetched.detail;
  const rootAgrees = computed === service && (ledger === null || ledger === computed);
  const agrees = rootAgrees && claims.agree && drift === null;
  if (json)
    printJson({
      ...{ treeAddress, leaves: fetched.leaves.length, computed, service, ledger, agrees, drift },
      claims: { sum: claims.sum, service: claims.service, ledger: claims.ledger },
    });
  else
    printFacts([
      ["computed root", computed],
      ["service says", service],
      ["ledger says", ledger ?? NOT_ASKED],
      ["sum of claims", claims.sum],
      ["service says claimed", claims.service],
      ["ledger says claimed", claims.ledger ?? NOT_ASKED],
      ...(drift ?? []).map(
        ({ field, indexed, onChain }) => [`drift: ${field}`, `${indexed}, on the ledger ${onChain}`] as const,
      ),
      ["they", agrees ? "agree" : "differ"],
    ]);
  return agrees ? EXIT.done : EXIT.wrong;
}

const NOT_ASKED = "not asked; give --rpc";

type Fetched = Awaited<ReturnType<typeof fetchCampaign>>;

async function fetchCampaign(
  api: ApiClient,
  treeAddress: string,
  onProgress: (done: number, total: number) => void,
) {
  try {
    const { leaves, merkleRoot } = await fetchAllLeaves(api, treeAddress, { onProgress });
    const { payouts, totalClaimed } = await fetchAllPayouts(api, treeAddress);
    return { leaves, merkleRoot, sum: payouts.total, totalClaimed, detail: await api.campaign(treeAddress) };
  } catch (error) {
    if (error instanceof ApiClientError) throw new CommandError(error.message, EXIT.unreachable);
    throw error;
  }
}

/** The totals of a settled stream may also count what the settlement paid, which is not a claim. */
function compareClaims({ sum, totalClaimed, detail }: Fetched, tree: VestingTree | null) {
  const settled = detail.settled ? BigInt(detail.settledAmount) : 0n;
  const isSum = (total: bigint) => total === sum || total === sum + settled;
  return {
    sum: sum.toString(),
    service: totalClaimed.toString(),
    ledger: tree?.totalClaimed.toString() ?? null,
    agree: isSum(totalClaimed) && (tree === null || isSum(tree.totalClaimed)),
  };
}

async function readTree(rpc: string, treeAddress: string): Promise<VestingTree> {
  const account = await new Connection(rpc, "confirmed")
    .getAccountInfo(new PublicKey(treeAddress))
    .catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      throw new CommandError(`The ledger cannot be asked: ${why}`, EXIT.unreachable);
    });
  if (!account) throw new CommandError(`The ledger has no account ${treeAddress}.`, EXIT.wrong);
  return decodeVestingTree(account.data);
}
