import { Connection, PublicKey } from "@solana/web3.js";
import { startStep } from "@/cli/demo/progress";
import { ApiClient } from "@/lib/client/api-client";
import { ApiClientError } from "@/lib/client/api-error";
import { fetchAllLeaves } from "@/lib/client/whole-lists";
import { buildTree } from "@/lib/core/merkle/tree";
import { decodeVestingTree } from "@/lib/core/solana/accounts";
import { isAddress } from "@/lib/core/solana/addresses";
import { CommandError, EXIT, type Exit, printFacts, printJson } from "../outcome";

type Asked = { treeAddress: string; url: string; rpc: string | undefined; json: boolean };

/** Builds a campaign's tree from every leaf that the service has, and compares its root with service and ledger. */
export async function verifyCampaign({ treeAddress, url, rpc, json }: Asked): Promise<Exit> {
  if (!isAddress(treeAddress)) throw new CommandError("A campaign is the base58 address of its tree.");
  const api = new ApiClient({ baseUrl: url });
  const step = json ? undefined : startStep("reading the leaves");
  const { leaves, merkleRoot } = await fetchAllLeaves(api, treeAddress, {
    onProgress: (done, total) => step?.progress(done, total),
  }).catch((error: unknown) => {
    if (error instanceof ApiClientError) throw new CommandError(error.message, EXIT.unreachable);
    throw error;
  });
  step?.done(`${leaves.length}`);
  const { root: computed } = await buildTree([...leaves]);
  const [service, ledger] = [merkleRoot, rpc ? await ledgerRoot(rpc, treeAddress) : null];
  const agrees = computed === service && (ledger === null || ledger === computed);
  if (json) printJson({ treeAddress, leaves: leaves.length, computed, service, ledger, agrees });
  else
    printFacts([
      ["computed root", computed],
      ["service says", service],
      ["ledger says", ledger ?? "not asked; give --rpc"],
      ["they", agrees ? "agree" : "differ"],
    ]);
  return agrees ? EXIT.done : EXIT.wrong;
}

async function ledgerRoot(rpc: string, treeAddress: string): Promise<string> {
  const account = await new Connection(rpc, "confirmed")
    .getAccountInfo(new PublicKey(treeAddress))
    .catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      throw new CommandError(`The ledger cannot be asked: ${why}`, EXIT.unreachable);
    });
  if (!account) throw new CommandError(`The ledger has no account ${treeAddress}.`, EXIT.wrong);
  return decodeVestingTree(account.data).merkleRoot;
}
