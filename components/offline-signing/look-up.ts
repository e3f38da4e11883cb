import type { TransactionInstruction, VersionedTransactionResponse } from "@solana/web3.js";
import bs58 from "bs58";
import { ledger } from "@/components/ledger/connection";
import type { Translator } from "@/lib/core/i18n/translator";
import type { SendablePlan } from "@/lib/core/plans/plan";
import { equalBytes } from "@/lib/core/solana/hex";

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
  const found = await ledger().getTransaction(signature, {
    commitment: "confirmed",
    maxSupportedTransactionVersion: 0,
  });
  if (!found)
    throw new Error(
      t(
        "The network has no transaction with this signature yet. If it was just sent, wait a moment and try again. Otherwise, paste the signed transaction.",
      ),
    );
  if (found.meta?.err) throw new Error(t("That transaction failed on the network. Nothing was changed."));
  if (found.slot < slot)
    throw new Error(
      t("That transaction was confirmed before this one was exported. Paste the signature of the newer one."),
    );
  const calls = callsOf(found);
  const isDone = ownInstructions(plan).every((wanted) => calls.some((call) => isCall(call, wanted)));
  if (!isDone) throw new Error(t("That transaction does not match the exported transaction."));
}

/** Returns the instructions of the plan's own program, without setup instructions. */
function ownInstructions({ instructions }: SendablePlan): TransactionInstruction[] {
  const own = instructions.at(-1)?.programId;
  return own ? instructions.filter(({ programId }) => programId.equals(own)) : [];
}

function callsOf({ transaction: { message }, meta }: VersionedTransactionResponse): Call[] {
  const keys = message.getAccountKeys({ accountKeysFromLookups: meta?.loadedAddresses });
  const at = (index: number) => keys.get(index)?.toBase58() ?? "";
  const outer = message.compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => ({
    ...{ program: at(programIdIndex), accounts: accountKeyIndexes.map(at), data },
  }));
  const inner = (meta?.innerInstructions ?? []).flatMap(({ instructions }) =>
    instructions.map(({ programIdIndex, accounts, data }) => ({
      ...{ program: at(programIdIndex), accounts: accounts.map(at), data: bs58.decode(data) },
    })),
  );
  return [...outer, ...inner];
}

const isCall = ({ program, accounts, data }: Call, wanted: TransactionInstruction): boolean =>
  program === wanted.programId.toBase58() &&
  equalBytes(data, wanted.data) &&
  accounts.length === wanted.keys.length &&
  wanted.keys.every(({ pubkey }, at) => pubkey.toBase58() === accounts[at]);
