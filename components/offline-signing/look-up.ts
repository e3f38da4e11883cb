import type { TransactionInstruction } from "@solana/web3.js";
import bs58 from "bs58";
import * as z from "zod";
import { callRpc } from "@/components/network/rpc-call";
import type { Translator } from "@/lib/core/i18n/translator";
import type { SendablePlan } from "@/lib/core/plans/plan";
import { equalBytes } from "@/lib/core/solana/hex";
import { MAX_TRANSACTION_VERSION } from "@/lib/core/solana/transaction/wire-transaction";

const instruction = z.object({
  programIdIndex: z.int().min(0),
  accounts: z.array(z.int().min(0)),
  data: z.string(),
});
/** A transaction of any version, in the encoding `json`. */
const transaction = z.object({
  slot: z.int().min(0),
  transaction: z.object({
    message: z.object({ accountKeys: z.array(z.string()), instructions: z.array(instruction) }),
  }),
  meta: z.object({
    err: z.unknown(),
    innerInstructions: z.array(z.object({ instructions: z.array(instruction) })).nullish(),
    loadedAddresses: z.object({ writable: z.array(z.string()), readonly: z.array(z.string()) }).nullish(),
  }),
});
type Transaction = z.output<typeof transaction>;

async function readTransaction(signature: string): Promise<Transaction | null> {
  const config = {
    commitment: "confirmed",
    encoding: "json",
    maxSupportedTransactionVersion: MAX_TRANSACTION_VERSION,
  };
  return transaction.nullable().parse(await callRpc("getTransaction", [signature, config]));
}

type Call = { program: string; accounts: string[]; data: Uint8Array };

/**
 * Verifies that a signature belongs to a transaction that executed the plan after `slot`, directly or through
 * another program such as a multisig.
 * @throws Error with a sentence for the user
 */
export async function requireDone(
  t: Translator,
  signature: string,
  { plan, slot }: { plan: SendablePlan; slot: number },
): Promise<void> {
  const found = await readTransaction(signature);
  if (!found)
    throw new Error(
      t(
        "The network has no transaction with this signature yet. If it was just sent, wait a moment and try again. Otherwise, paste the signed transaction.",
      ),
    );
  if (found.meta.err) throw new Error(t("That transaction failed on the network. Nothing was changed."));
  if (found.slot < slot)
    throw new Error(
      t("That transaction was confirmed before this one was exported. Paste the signature of the newer one."),
    );
  const calls = getCalls(found);
  const isDone = ownInstructions(plan).every((wanted) => calls.some((call) => isCall(call, wanted)));
  if (!isDone) throw new Error(t("That transaction does not match the exported transaction."));
}

/** Returns the instructions of the plan's own program, without setup instructions. */
function ownInstructions({ instructions }: SendablePlan): TransactionInstruction[] {
  const own = instructions.at(-1)?.programId;
  return own ? instructions.filter(({ programId }) => programId.equals(own)) : [];
}

/** Returns the instructions of a transaction and the instructions that its programs called. */
function getCalls({ transaction: { message }, meta }: Transaction): Call[] {
  const { writable = [], readonly = [] } = meta.loadedAddresses ?? {};
  const keys = [...message.accountKeys, ...writable, ...readonly];
  const at = (index: number) => keys[index] ?? "";
  const inner = (meta.innerInstructions ?? []).flatMap(({ instructions }) => instructions);
  return [...message.instructions, ...inner].map(({ programIdIndex, accounts, data }) => ({
    ...{ program: at(programIdIndex), accounts: accounts.map(at), data: bs58.decode(data) },
  }));
}

const isCall = ({ program, accounts, data }: Call, wanted: TransactionInstruction): boolean =>
  program === wanted.programId.toBase58() &&
  equalBytes(data, wanted.data) &&
  accounts.length === wanted.keys.length &&
  wanted.keys.every(({ pubkey }, at) => pubkey.toBase58() === accounts[at]);
