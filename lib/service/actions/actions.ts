import bs58 from "bs58";
import type { BuiltTransaction, SimulationView } from "@/lib/contract/operations";
import { ApiError, notFound } from "@/lib/core/errors";
import { describeFailure } from "@/lib/core/plans/describe-failure";
import { withFeePayer } from "@/lib/core/plans/durable-nonce";
import {
  planCancelCampaign,
  planCancelStream,
  planInstantRefund,
  planWithdrawUnvested,
} from "@/lib/core/plans/end-campaign";
import { planReleaseMilestone } from "@/lib/core/plans/govern-campaign";
import { chooseVersion, LEGACY_ONLY } from "@/lib/core/plans/pack-plans";
import { payoutAccount, type TransactionPlan } from "@/lib/core/plans/plan";
import { unsignedBytes } from "@/lib/core/plans/serialize-plan";
import { getVaultAccount, vaultBalance } from "@/lib/core/solana/vault";
import {
  type CampaignAction,
  type Decision,
  decideAction,
  decideRelease,
} from "@/lib/core/vesting/decide-action";
import { type Chain, REQUEST_DEADLINE } from "@/lib/service/chain/chain";
import type { Services } from "@/lib/service/services";
import {
  type ActionInput,
  type ControlledCampaign,
  type CreatorOverrides,
  checkOverrides,
  getControlledCampaignOrThrow,
  type StreamOverrides,
  type TransactionOptions,
} from "./action-contract";
import { addPriorityFee } from "./add-priority-fee";
import { refuseImpossible } from "./refuse-impossible";
import { type Proposer, proposeAction, readProposer } from "./squads-proposal";
import { getStreamLeafOrThrow } from "./stream-leaf";
import { readSupportedVersions } from "./transaction-versions";

type TreeParams = { treeAddress: string };
type ActionOn<Body, Params> = ActionInput<Body, Params> & {
  campaign: ControlledCampaign & { programId: string };
};

/** Decides whether an action is possible by the stored state, and builds its transaction. */
type Action<Body extends TransactionOptions = TransactionOptions, Params extends TreeParams = TreeParams> = {
  decide(on: ActionOn<Body, Params>): Decision | Promise<Decision>;
  plan(on: ActionOn<Body, Params>): TransactionPlan | Promise<TransactionPlan>;
};

const decide =
  (action: CampaignAction) =>
  ({
    campaign,
    services,
  }: Pick<ActionOn<TransactionOptions, TreeParams>, "campaign" | "services">): Decision =>
    decideAction(action, campaign, { now: services.now() });

const cancel: Action = {
  decide: decide("cancel"),
  plan: ({ campaign, wallet }) => planCancelCampaign({ ...campaign, cancelAuthority: wallet }),
};

const cancelStream: Action<StreamOverrides> = {
  decide: decide("cancel-stream"),
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
  decide: decide("instant-refund"),
  plan({ campaign, body }) {
    checkOverrides([creatorAta(campaign, body)]);
    return planInstantRefund(campaign);
  },
};

const withdrawUnvested: Action<CreatorOverrides> = {
  async decide({ campaign, services: { chain, now } }) {
    const facts = { ...campaign, vaultBalance: await currentBalance(campaign, chain) };
    return decideAction("withdraw-unvested", facts, { now: now() });
  },
  plan({ campaign, body }) {
    checkOverrides([creatorAta(campaign, body)]);
    return planWithdrawUnvested(campaign);
  },
};

/** Reads the vault of a withdrawn campaign from the network, because the index reads it only every hour. */
async function currentBalance(
  campaign: ControlledCampaign & { programId: string },
  chain: Services["chain"],
): Promise<bigint | null> {
  if (!campaign.withdrawn || !chain) return campaign.vaultBalance;
  const { accounts } = await chain.getAccounts([getVaultAccount(campaign)], REQUEST_DEADLINE);
  return vaultBalance(accounts[0], campaign);
}

/** Throws NOT_FOUND for an index that no current leaf uses. */
const releaseMilestone: Action<TransactionOptions, TreeParams & { idx: number }> = {
  decide({ campaign, params, services }) {
    if (!campaign.usedMilestones.includes(params.idx)) throw notFound("milestone of the campaign", "idx");
    return decideRelease(params.idx, campaign, { now: services.now() });
  },
  plan: ({ campaign, params }) => planReleaseMilestone({ ...campaign, milestoneIdx: params.idx }),
};

/** The actions that have a route, each named after its program instruction. */
export const ACTIONS = { cancel, cancelStream, instantRefund, withdrawUnvested, releaseMilestone };

/**
 * Returns a handler that builds the unsigned transaction of an action, or of its proposal to a multisig. It checks
 * that the signer, or the vault of the multisig, controls the campaign and that the action is possible now.
 */
export function buildTransaction<Body extends TransactionOptions, Params extends TreeParams>(
  action: Action<Body, Params>,
) {
  return async (request: ActionInput<Body, Params>): Promise<BuiltTransaction> => {
    const { params, services, body } = request;
    const options = body?.squads;
    const proposer = options
      ? await readProposer(requireChain(services), { options, wallet: request.wallet })
      : null;
    const wallet = proposer?.vault ?? request.wallet;
    const isVault = proposer !== null;
    const stored = await getControlledCampaignOrThrow({ params, wallet, services, isVault });
    const campaign = { ...stored, programId: services.env.VESTING_PROGRAM_ID };
    const input = { ...request, wallet, campaign };
    refuseImpossible(await action.decide(input));
    const plan = await action.plan(input);
    return proposer ? answerProposal(plan, proposer, request) : answerPlan(plan, request);
  };
}

function creatorAta(campaign: ControlledCampaign, body: CreatorOverrides) {
  return {
    path: "creatorAta",
    given: body?.creatorAta,
    expected: payoutAccount(campaign, campaign.creator),
  };
}

type Answering = Pick<ActionInput, "query" | "body" | "services">;

function requireChain({ chain }: Answering["services"]): Chain {
  if (chain) return chain;
  throw new ApiError("LEDGER_UNAVAILABLE", "No Solana network is connected. Set SOLANA_RPC_URL.");
}

/** Builds the transaction that proposes a plan. The simulation of the plan itself has the member as fee payer. */
async function answerProposal(
  action: TransactionPlan,
  proposer: Proposer,
  answering: Answering,
): Promise<BuiltTransaction> {
  const { plan, proposal: squads } = proposeAction(action, proposer);
  const built = await answerPlan(plan, answering);
  if (!answering.query.simulate) return { ...built, squads };
  const { services } = answering;
  const executed = withFeePayer(action, proposer.member.address);
  const bytes = unsignedBytes(executed, built);
  const simulated = { plan: executed, bytes, programId: services.env.VESTING_PROGRAM_ID };
  return {
    ...built,
    squads: { ...squads, simulation: await simulatePlan(requireChain(services), simulated) },
  };
}

/** Builds the transaction of a plan on the latest blockhash, and simulates it if the query requests that. */
async function answerPlan(
  bare: TransactionPlan,
  { query, body, services }: Answering,
): Promise<BuiltTransaction> {
  const { env } = services;
  const chain = requireChain(services);
  const { blockhash, ...latest } = await chain.getLatestBlockhash(REQUEST_DEADLINE);
  const recent = { blockhash, lastValidBlockHeight: Number(latest.lastValidBlockHeight) };
  const supported = await readSupportedVersions(chain, body?.transactionVersions, LEGACY_ONLY);
  const choice = body?.priorityFee;
  const { plan, priorityFee } = await addPriorityFee(bare, { chain, env, choice, recent, supported });
  const version = chooseVersion(plan, supported);
  const bytes = unsignedBytes(plan, recent, version);
  return {
    transaction: query.encoding === "base58" ? bs58.encode(bytes) : Buffer.from(bytes).toString("base64"),
    encoding: query.encoding,
    ...(body?.transactionVersions && { version }),
    instruction: plan.instruction,
    feePayer: plan.feePayer,
    signers: [...plan.signers],
    accounts: { ...plan.accounts },
    ...recent,
    ...(priorityFee !== undefined && { priorityFee }),
    ...(query.simulate && {
      simulation: await simulatePlan(chain, { plan, bytes, programId: env.VESTING_PROGRAM_ID }),
    }),
  };
}

async function simulatePlan(
  chain: Chain,
  input: { plan: TransactionPlan; bytes: Uint8Array; programId: string },
): Promise<SimulationView> {
  const { err, logs, unitsConsumed } = await chain.simulate(
    Buffer.from(input.bytes).toString("base64"),
    REQUEST_DEADLINE,
  );
  const error = describeFailure({
    err,
    logs,
    instructions: input.plan.instructions,
    programId: input.programId,
  });
  return {
    ok: error === null,
    logs,
    error,
    unitsConsumed: unitsConsumed === null ? null : Number(unitsConsumed),
  };
}
