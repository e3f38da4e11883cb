import bs58 from "bs58";
import {
  planCancelCampaign,
  planCancelStream,
  planInstantRefund,
  planWithdrawUnvested,
} from "@/lib/core/plans/end-campaign";
import { planReleaseMilestone } from "@/lib/core/plans/govern-campaign";
import { namedFailure } from "@/lib/core/plans/named-failure";
import { payoutAccount, type TransactionPlan } from "@/lib/core/plans/plan";
import { unsignedBytes } from "@/lib/core/plans/wire";
import {
  type CodedRefusal,
  cancelRefusal,
  cancelStreamRefusal,
  instantRefundRefusal,
  releaseMilestoneRefusal,
  withdrawUnvestedRefusal,
} from "@/lib/core/vesting/refusals";
import type { BuiltTransaction } from "@/lib/core/views/operations";
import type { Chain } from "@/lib/service/chain/chain";
import { ApiError, notFound } from "@/lib/service/http/errors";
import {
  type ActionInput,
  type ControlledCampaign,
  type CreatorOverrides,
  checkOverrides,
  getControlledCampaignOrThrow,
  type StreamOverrides,
} from "./action-contract";
import { getStreamLeafOrThrow } from "./stream-leaf";

type TreeParams = { treeAddress: string };
type ActionOn<Body, Params> = ActionInput<Body, Params> & {
  campaign: ControlledCampaign & { programId: string };
};

/** What tells one action from another: why it is refused by what is stored, and what it signs otherwise. */
type Action<Body = unknown, Params extends TreeParams = TreeParams> = {
  refusal(on: ActionOn<Body, Params>): CodedRefusal | null;
  plan(on: ActionOn<Body, Params>): TransactionPlan | Promise<TransactionPlan>;
};

const cancel: Action = {
  refusal: ({ campaign }) => cancelRefusal(campaign),
  plan: ({ campaign, wallet }) => planCancelCampaign({ ...campaign, cancelAuthority: wallet }),
};

const cancelStream: Action<StreamOverrides> = {
  refusal: ({ campaign }) => cancelStreamRefusal(campaign),
  async plan({ campaign, services, body }) {
    const schedule = await getStreamLeafOrThrow(campaign, { db: services.db, body });
    const { beneficiary } = schedule;
    checkOverrides([
      creatorAta(campaign, body),
      { path: "beneficiaryAta", given: body?.beneficiaryAta, expected: payoutAccount(campaign, beneficiary) },
    ]);
    return planCancelStream({ ...campaign, beneficiary, schedule });
  },
};

const instantRefund: Action<CreatorOverrides> = {
  refusal: ({ campaign, services }) => instantRefundRefusal(campaign, services.now()),
  plan({ campaign, body }) {
    checkOverrides([creatorAta(campaign, body)]);
    return planInstantRefund(campaign);
  },
};

const withdrawUnvested: Action<CreatorOverrides> = {
  refusal: ({ campaign, services }) => withdrawUnvestedRefusal(campaign, services.now()),
  plan({ campaign, body }) {
    checkOverrides([creatorAta(campaign, body)]);
    return planWithdrawUnvested(campaign);
  },
};

/** NOT_FOUND for an index that no current leaf uses. */
const releaseMilestone: Action<unknown, TreeParams & { idx: number }> = {
  refusal({ campaign, params }) {
    if (!campaign.usedMilestones.includes(params.idx))
      throw notFound("milestone among the campaign's leaves");
    return releaseMilestoneRefusal(campaign, params.idx);
  },
  plan: ({ campaign, params }) => planReleaseMilestone({ ...campaign, milestoneIdx: params.idx }),
};

/** The actions that have a route, each by what its program instruction does. */
export const ACTIONS = { cancel, cancelStream, instantRefund, withdrawUnvested, releaseMilestone };

/** Answers an action's transaction to be signed, if the campaign is the signer's and stands so that it can be done. */
export function buildTransaction<Body, Params extends TreeParams>(action: Action<Body, Params>) {
  return async (input: ActionInput<Body, Params>): Promise<BuiltTransaction> => {
    const { params, wallet, services } = input;
    const stored = await getControlledCampaignOrThrow({ params, wallet, services });
    const campaign = { ...stored, programId: services.env.VESTING_PROGRAM_ID };
    const refusal = action.refusal({ ...input, campaign });
    if (refusal) throw new ApiError(refusal.code, refusal.message);
    return answerPlan(await action.plan({ ...input, campaign }), input);
  };
}

function creatorAta(campaign: ControlledCampaign, body: CreatorOverrides) {
  return {
    path: "creatorAta",
    given: body?.creatorAta,
    expected: payoutAccount(campaign, campaign.creator),
  };
}

/** Builds a plan on the latest blockhash and answers it to be signed, tried out first when the query asks for it. */
async function answerPlan(
  plan: TransactionPlan,
  { query, services }: Pick<ActionInput, "query" | "services">,
): Promise<BuiltTransaction> {
  const { chain, env } = services;
  if (!chain) throw new ApiError("LEDGER_UNAVAILABLE", "No ledger is connected; set SOLANA_RPC_URL.");
  const { blockhash, ...latest } = await chain.getLatestBlockhash();
  const recent = { blockhash, lastValidBlockHeight: Number(latest.lastValidBlockHeight) };
  const bytes = unsignedBytes(plan, recent);
  return {
    transaction: query.encoding === "base58" ? bs58.encode(bytes) : Buffer.from(bytes).toString("base64"),
    encoding: query.encoding,
    instruction: plan.instruction,
    feePayer: plan.feePayer,
    signers: [...plan.signers],
    accounts: { ...plan.accounts },
    ...recent,
    ...(query.simulate && {
      simulation: await simulatePlan(chain, { plan, bytes, programId: env.VESTING_PROGRAM_ID }),
    }),
  };
}

async function simulatePlan(
  chain: Chain,
  of: { plan: TransactionPlan; bytes: Uint8Array; programId: string },
) {
  const { err, logs, unitsConsumed } = await chain.simulate(Buffer.from(of.bytes).toString("base64"));
  const error = namedFailure({
    err,
    logs,
    instructions: of.plan.instructions,
    programId: of.programId,
  });
  return {
    ok: error === null,
    logs,
    error,
    unitsConsumed: unitsConsumed === null ? null : Number(unitsConsumed),
  };
}
