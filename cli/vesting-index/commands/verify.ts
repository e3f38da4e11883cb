import { startStep } from "@/cli/demo/progress";
import { fetchCampaign } from "@/cli/fetch-campaign";
import { loadSettings } from "@/cli/settings";
import { ApiClient } from "@/lib/client/api-client";
import { ApiClientError } from "@/lib/client/api-error";
import { fetchAllLeaves } from "@/lib/client/whole-lists";
import { buildTree } from "@/lib/core/merkle/tree";
import { isAddress } from "@/lib/core/solana/addresses";
import { NotACampaign } from "@/lib/core/solana/tree-account";
import { CommandError, EXIT, type Exit, printFacts, printJson } from "../outcome";

type VerifyQuery = {
  treeAddress: string;
  url: string;
  rpc: string | undefined;
  /** The vesting program, which has to own the campaign's account; that of the settings unless given. */
  programId?: string;
  json: boolean;
};

/** Builds a campaign's tree from every leaf that the service has, and compares its root with service and network. */
export async function verifyCampaign(query: VerifyQuery): Promise<Exit> {
  const { treeAddress, url, rpc, json } = query;
  if (!isAddress(treeAddress)) throw new CommandError("A campaign is the base58 address of its tree.");
  const programId = query.programId ?? loadSettings().VESTING_PROGRAM_ID;
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
  const onLedger = rpc ? await ledgerRoot({ rpc, address: treeAddress, programId }) : null;
  const agrees = computed === merkleRoot && (onLedger === null || onLedger === computed);
  if (json)
    printJson({
      ...{ treeAddress, programId, leaves: leaves.length },
      ...{ computed, service: merkleRoot, ledger: onLedger, agrees },
    });
  else
    printFacts([
      ["program", programId],
      ["computed root", computed],
      ["service says", merkleRoot],
      ["ledger says", onLedger ?? "not asked; give --rpc"],
      ["they", agrees ? "agree" : "differ"],
    ]);
  return agrees ? EXIT.done : EXIT.wrong;
}

async function ledgerRoot(of: { rpc: string; address: string; programId: string }): Promise<string> {
  try {
    return (await fetchCampaign(of)).merkleRoot;
  } catch (error) {
    if (error instanceof NotACampaign) throw new CommandError(error.message, EXIT.wrong);
    const why = error instanceof Error ? error.message : String(error);
    throw new CommandError(`The ledger cannot be asked: ${why}`, EXIT.unreachable);
  }
}
