import * as z from "zod";
import { treeAddress, wallet } from "@/cli/mcp/arguments";
import { describeTransaction } from "@/cli/mcp/built-transaction";
import { type AgentContext, ToolRefusedError } from "@/cli/mcp/context";
import { readCampaign, requireConfirmed } from "@/cli/mcp/proven-campaign";
import { type ProvenLeaf, provenLeafView, readProvenLeaves } from "@/cli/mcp/proven-leaves";
import { reviewTransaction } from "@/cli/mcp/review/review-transaction";
import { type Answer, defineTool, failureSentence, type Tool } from "@/cli/mcp/tool";
import { planClaim } from "@/lib/core/plans/claim";
import { campaignLookupAddresses } from "@/lib/core/plans/lookup-table";
import { PRIORITY_CHOICES } from "@/lib/core/plans/priority-choices";

const MAX_CAMPAIGNS = 5;

const account = wallet.describe("recipient's wallet, which signs and pays the fee, base58");
const priorityFee = z
  .enum(PRIORITY_CHOICES)
  .optional()
  .describe("level of the priority fee; by default that of the service");

/** Tools that build claims. */
export const claimTools = (context: AgentContext): Tool[] => [
  defineTool({
    name: "build_claim",
    title: "Build an unsigned claim",
    description:
      "Builds the unsigned transaction that claims everything claimable of a wallet in a campaign. The service's transaction is compared with a plan from proven leaves; `words` describe it.",
    input: z.strictObject({ treeAddress, account, priorityFee }),
    run: (options) => buildClaim(context, options),
  }),
  defineTool({
    name: "build_all_claims",
    title: "Build unsigned claims of all campaigns",
    description: `Builds one claim for each campaign in which a wallet can claim now, at most ${MAX_CAMPAIGNS}. Every transaction is reviewed as by build_claim.`,
    input: z.strictObject({ account, priorityFee }),
    run: (options) => buildAllClaims(context, options),
  }),
];

type ClaimRequest = { account: string; priorityFee?: z.output<typeof priorityFee> };

/** The versions that every wallet signs and the review accepts. */
const VERSIONS = ["legacy", 0] as const;

async function buildClaim(
  context: AgentContext,
  { treeAddress, account, priorityFee }: ClaimRequest & { treeAddress: string },
): Promise<Answer> {
  const { api, programId } = context;
  const campaign = await readCampaign(context, treeAddress);
  const { detail, known } = campaign;
  requireConfirmed(context, known);
  const leaves = await readProvenLeaves(context, campaign, account);
  const keys = { treeAddress, mint: detail.mint, programId };
  const plans = leaves.map(({ leaf, proof }) => planClaim({ ...keys, leaf, proof }));
  const built = await api.buildClaim(treeAddress, {
    ...{ account, transactionVersions: VERSIONS },
    ...(priorityFee && { priorityFee }),
  });
  const lookupAddresses = campaignLookupAddresses(keys);
  const reviewed = reviewTransaction(built.transaction, {
    ...{ plans, signer: account, programId, lookupAddresses },
  });
  const included = reviewed.included.flatMap((index) => plans[index] ?? []);
  const claimed = reviewed.included.flatMap((index) => leaves[index] ?? []);
  return {
    ...(await describeTransaction(context, reviewed, {
      instructions: included.flatMap(({ instructions }) => instructions),
    })),
    claims: claimed.map(provenLeafView),
    leftForLater: leaves.filter((leaf) => !claimed.includes(leaf) && isClaimable(leaf)).length,
    ...{ root: known, slot: known.slot },
  };
}

const isClaimable = ({ claimable }: ProvenLeaf) => claimable !== null && claimable > 0n;

async function buildAllClaims(context: AgentContext, request: ClaimRequest): Promise<Answer> {
  const { campaigns, asOf } = await context.api.vestingProgress(request.account);
  const due = campaigns.filter(
    ({ progress, earlierGeneration }) => earlierGeneration === null && BigInt(progress.claimable) > 0n,
  );
  if (due.length === 0) throw new ToolRefusedError("The wallet can claim nothing now.");
  const transactions: Answer[] = [];
  const refused: Answer[] = [];
  for (const { treeAddress } of due.slice(0, MAX_CAMPAIGNS)) {
    try {
      transactions.push({ treeAddress, ...(await buildClaim(context, { ...request, treeAddress })) });
    } catch (error) {
      refused.push({ treeAddress, reason: failureSentence(error) });
    }
  }
  const remaining = Math.max(0, due.length - MAX_CAMPAIGNS);
  return { transactions, refused, remaining, slot: asOf.slot };
}
