import * as z from "zod";
import { treeAddress, wallet } from "@/cli/mcp/arguments";
import { describeTransaction } from "@/cli/mcp/built-transaction";
import { type AgentContext, ToolRefusedError } from "@/cli/mcp/context";
import { reviewTransaction } from "@/cli/mcp/review/review-transaction";
import { type Answer, defineTool, type Tool } from "@/cli/mcp/tool";
import { toBase64 } from "@/lib/core/offline/export-file";
import { planCancelCampaign, planInstantRefund, planWithdrawUnvested } from "@/lib/core/plans/end-campaign";
import { planReleaseMilestone } from "@/lib/core/plans/govern-campaign";
import type { TransactionPlan } from "@/lib/core/plans/plan";
import { unsignedBytes } from "@/lib/core/plans/serialize-plan";
import type { VestingTree } from "@/lib/core/solana/accounts";
import { type Planned, planStreamCancellation } from "./cancel-stream";

type Action = {
  title: string;
  effect: string;
  /** Returns the wallet that the program requires; null if the campaign allows the action to no wallet. */
  getSigner(tree: VestingTree): string | null;
  plan(params: Planned): TransactionPlan | Promise<TransactionPlan>;
};

const byCreator = ({ creator }: VestingTree) => creator;

const ACTIONS: Record<string, Action> = {
  build_cancel_campaign: {
    title: "Build an unsigned cancellation",
    effect:
      "stops vesting of a campaign now and forever, and starts the grace period of seven days. The cancel authority signs",
    getSigner: ({ cancelAuthority }) => cancelAuthority,
    plan: ({ tree, ...rest }) => planCancelCampaign({ ...rest, cancelAuthority: tree.cancelAuthority ?? "" }),
  },
  build_withdraw_unvested: {
    title: "Build an unsigned withdrawal of the rest",
    effect:
      "returns the rest of a cancelled campaign to its creator after the grace period. Recipients who have not claimed lose what they could claim. The creator signs",
    getSigner: byCreator,
    plan: ({ tree, ...rest }) => planWithdrawUnvested({ ...rest, creator: tree.creator, mint: tree.mint }),
  },
  build_cancel_stream: {
    title: "Build an unsigned cancellation of a stream",
    effect:
      "cancels a campaign of one leaf, pays the vested part to the recipient and the rest to the creator, who signs",
    getSigner: byCreator,
    plan: planStreamCancellation,
  },
  build_instant_refund: {
    title: "Build an unsigned instant refund",
    effect:
      "returns all funds of a campaign whose vesting has not begun to its creator, who signs. Recipients receive nothing",
    getSigner: byCreator,
    plan: ({ tree, ...rest }) => planInstantRefund({ ...rest, creator: tree.creator, mint: tree.mint }),
  },
};

const input = z.strictObject({
  treeAddress,
  signer: wallet.describe("wallet that is going to sign and pay the fee, base58"),
});

/** Tools that build the actions of creators. They plan from the campaign's account on the node. */
export const actionTools = (context: AgentContext): Tool[] => [
  ...Object.entries(ACTIONS).map(([name, action]) =>
    defineTool({
      ...{ name, title: action.title, input },
      description: getDescription(action.effect),
      run: (options) => buildAction(context, { ...options, ...action }),
    }),
  ),
  defineTool({
    name: "build_release_milestone",
    title: "Build an unsigned milestone release",
    description: getDescription(
      "releases a milestone of a campaign, which makes its leaves claimable and cannot be undone. The creator signs",
    ),
    input: input.extend({ milestoneIdx: z.int().min(0).max(255).describe("number of the milestone") }),
    run: ({ milestoneIdx, ...rest }) =>
      buildAction(context, {
        ...rest,
        getSigner: byCreator,
        plan: ({ tree, ...others }) =>
          planReleaseMilestone({ ...others, creator: tree.creator, milestoneIdx }),
      }),
  }),
];

const getDescription = (effect: string) =>
  `Builds the unsigned transaction that ${effect}. Needs the server's --rpc: the transaction is planned locally from the campaign's account on the node, and simulated there.`;

type Request = Pick<Action, "getSigner" | "plan"> & { treeAddress: string; signer: string };

async function buildAction(context: AgentContext, request: Request): Promise<Answer> {
  const { node, programId } = context;
  const { treeAddress, signer } = request;
  if (!node)
    throw new ToolRefusedError(
      "This tool plans from the campaign's account on a node. Start the server with --rpc NODE.",
    );
  const { slot, tree } = await node.campaign(treeAddress);
  if (!tree) throw new ToolRefusedError("The campaign's account does not exist on the node.");
  const required = request.getSigner(tree);
  if (required === null)
    throw new ToolRefusedError("The campaign has no cancel authority. It cannot be cancelled.");
  if (required !== signer)
    throw new ToolRefusedError(`The program requires the signature of ${required}, not of ${signer}.`);
  const plan = await request.plan({ context, treeAddress, programId, tree });
  const wire = toBase64(unsignedBytes(plan, await node.latestBlockhash()));
  const expected = { plans: [plan], signer, programId, lookupAddresses: [] };
  const described = await describeTransaction(context, reviewTransaction(wire, expected), plan);
  const root = { root: tree.merkleRoot, leafCount: tree.leafCount, confirmedBy: "node" };
  return { ...described, instruction: plan.instruction, accounts: plan.accounts, root, slot };
}
