import { type Connection, PublicKey, TransactionInstruction } from "@solana/web3.js";
import bs58 from "bs58";
import type { ApiClient } from "@/lib/client/api-client";
import { ApiClientError, NetworkError } from "@/lib/client/api-error";
import { wait } from "@/lib/client/retry";
import type { RequestSigner } from "@/lib/client/wallet-session";
import type { BuiltTransaction } from "@/lib/contract/operations";
import type { NamedFailure } from "@/lib/core/plans/describe-failure";
import { chooseVersion } from "@/lib/core/plans/pack-plans";
import type { SendablePlan } from "@/lib/core/plans/plan";
import { planFailure, planRefusal } from "@/lib/core/plans/plan-failure";
import { unsignedBytes } from "@/lib/core/plans/serialize-plan";
import { readTransaction } from "@/lib/core/solana/transaction/wire-transaction";
import { type DeliveryOutcome, type DeliveryRpc, deliver, type SendableUntil, toSent } from "./deliver";
import { checkSameNetwork } from "./same-network";
import { supportedVersions } from "./supported-versions";

/** An RPC node, such as a `Connection` of @solana/web3.js. */
export type TransactionRpc = DeliveryRpc & Pick<Connection, "getLatestBlockhash" | "getGenesisHash">;

/** A confirmed transaction. `isIndexed` is false if the service will index it only in its next run. */
export type ConfirmedSend = { signature: string; isIndexed: boolean };

/** A transaction that had no effect and can no longer land; the message is written for the signer. */
export class TransactionFailedError extends Error {
  override readonly name = "TransactionFailedError";

  constructor(
    readonly signature: string,
    readonly failure: NamedFailure,
  ) {
    super(failure.message);
  }
}

const EXPIRED: NamedFailure = {
  code: null,
  name: "Expired",
  message: "The network did not process the transaction in time. Nothing was changed. Try again.",
};

const INDEX_ATTEMPTS = 8;
const [FIRST_INDEX_MS, INDEX_MS] = [100, 500];

type Wallets = readonly Pick<RequestSigner, "address" | "signTransaction" | "transactionVersions">[];

/** The signers, and the node and service to use. */
export type SendPlanOptions = {
  /** Without `api`, the service indexes the transaction in its next run. */
  api?: ApiClient;
  connection: TransactionRpc;
  signers: Wallets;
};

/**
 * Signs a plan with its wallets, as a transaction of version 1 if all of them and the network accept it, sends the transaction, waits for confirmation, and has the service index it.
 * @throws WrongNetworkError before signing, if the node and the service use different networks
 * @throws TransactionFailedError if the transaction had no effect
 * @throws NetworkError if the outcome is unknown
 */
export const sendPlan = (plan: SendablePlan, sending: SendPlanOptions): Promise<ConfirmedSend> =>
  send(plan, sending, async (connection) => {
    const signing = sending.signers.filter(({ address }) => plan.signers.includes(address));
    const [recent, supported] = await Promise.all([
      connection.getLatestBlockhash("confirmed"),
      supportedVersions(connection, signing),
    ]);
    return { wire: unsignedBytes(plan, recent, chooseVersion(plan, supported)), until: recent };
  });

/** Signs and sends a transaction that `buildAction` returned, like `sendPlan`. */
export function sendBuilt(built: BuiltTransaction, sending: SendPlanOptions): Promise<ConfirmedSend> {
  const { transaction, encoding, signers, lastValidBlockHeight } = built;
  const wire = encoding === "base58" ? bs58.decode(transaction) : fromBase64(transaction);
  const instructions = getPrograms(wire);
  return send({ instructions, signers }, sending, async () => ({ wire, until: { lastValidBlockHeight } }));
}

/** Returns the instructions of a transaction of any version with their programs alone, for the names of errors. */
function getPrograms(wire: Uint8Array): TransactionInstruction[] {
  const { instructions, staticKeys } = readTransaction(wire);
  return instructions.map(({ programIdIndex, data }) => {
    const programId = new PublicKey(staticKeys[programIdIndex] ?? new Uint8Array(32));
    return new TransactionInstruction({ programId, keys: [], data: Buffer.from(data) });
  });
}

/** The parts of a transaction that signing and error messages need. */
type Sendable = Pick<SendablePlan, "instructions" | "signers">;
type Unsigned = { wire: Uint8Array; until: SendableUntil };

async function send(
  what: Sendable,
  { api, connection: node, signers }: SendPlanOptions,
  build: (connection: TransactionRpc) => Promise<Unsigned>,
): Promise<ConfirmedSend> {
  const sign = what.signers.map((address) => getSigner(address, signers));
  const connection = reachable(node);
  if (api) await checkSameNetwork(api, connection);
  const { wire: unsigned, until } = await build(connection);
  let wire = unsigned;
  for (const signTransaction of sign) wire = await signTransaction(wire);
  const sent = toSent(wire, until);
  const { signature } = sent;
  const outcome = await deliver(sent, connection);
  if (outcome.outcome !== "landed") throw new TransactionFailedError(signature, getFailure(what, outcome));
  return { signature, isIndexed: api !== undefined && (await indexNow(api, [signature])) };
}

function getSigner(address: string, signers: Wallets) {
  const signTransaction = signers.find((signer) => signer.address === address)?.signTransaction;
  if (!signTransaction) throw new RangeError(`The signature of ${address} is required. Pass its signer.`);
  return signTransaction;
}

function getFailure(what: Sendable, outcome: Exclude<DeliveryOutcome, { outcome: "landed" }>): NamedFailure {
  if (outcome.outcome === "expired") return EXPIRED;
  const { error } = outcome;
  const failure = outcome.outcome === "failed" ? planFailure(what, { err: error }) : null;
  return failure ?? planRefusal(what, error);
}

const fromBase64 = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/** Has the service index up to 50 transactions immediately. Returns false if that fails. */
export async function indexNow(api: ApiClient, signatures: readonly string[]): Promise<boolean> {
  for (let attempt = 0; attempt < INDEX_ATTEMPTS; attempt++) {
    if (attempt > 0) await wait(Math.max(FIRST_INDEX_MS, INDEX_MS * (attempt - 1)));
    try {
      const { results } = await api.syncEvents(signatures);
      if (results.every(({ status }) => status !== "pending" && status !== "unreadable")) return true;
    } catch (error) {
      // The transaction is confirmed, so an error of the service does not matter here.
      if (error instanceof ApiClientError || error instanceof NetworkError) return false;
      throw error;
    }
  }
  return false;
}

/**
 * Wraps a node so that a missing response throws NetworkError; errors that the node returns are unchanged.
 */
function reachable(node: TransactionRpc): TransactionRpc {
  const answered = <Answer>(query: Promise<Answer>) =>
    query.catch((error: unknown) => {
      if (error instanceof NetworkError || isNodesOwn(error)) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw new NetworkError(`The RPC node cannot be reached: ${reason}`, { cause: error });
    });
  return {
    getAccountInfo: (address) => answered(node.getAccountInfo(address)),
    getBlockHeight: () => answered(node.getBlockHeight()),
    getGenesisHash: () => answered(node.getGenesisHash()),
    getLatestBlockhash: (commitment) => answered(node.getLatestBlockhash(commitment)),
    getSignatureStatuses: (signatures, options) => answered(node.getSignatureStatuses(signatures, options)),
    sendRawTransaction: (wire, options) => answered(node.sendRawTransaction(wire, options)),
  };
}

/**
 * Recognizes errors that web3.js creates from a node's response, by name, because several copies of the
 * library may be loaded.
 */
const isNodesOwn = (error: unknown): boolean =>
  error instanceof Error && (error.name === "SolanaJSONRPCError" || "transactionError" in error);
