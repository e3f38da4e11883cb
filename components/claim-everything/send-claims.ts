import { solanaConnection } from "@/components/network/connection";
import { withChosenFee } from "@/components/network/priority-fee";
import type { SendPhase } from "@/components/network/send-phase";
import { getVersions, indexAll, recentBlockhash, writeSentence } from "@/components/network/send-plan";
import {
  deleteSent,
  findAllSent,
  type Intent,
  numbered,
  type SendableUntil,
  type StoredTransaction,
  storeSent,
} from "@/components/network/sent-transactions";
import {
  requestSponsored,
  requireSameMessage,
  SponsorRefusedError,
} from "@/components/network/sponsored-claim";
import { ConnectionLostError } from "@/components/service/service-fetch";
import { currentFeeSettings } from "@/components/shell/fee-settings";
import type { WalletAccount } from "@/components/wallet/wallet-store";
import { type DeliveryOutcome, deliver, shareConnection, toSent } from "@/lib/client/network/deliver";
import { message, type Translator } from "@/lib/core/i18n/translator";
import { chooseVersion, type SupportedVersions } from "@/lib/core/plans/pack-plans";
import { type RecentBlockhash, unsignedBytes } from "@/lib/core/plans/serialize-plan";
import type { LeafClaim } from "./claim-request";
import { mapWithConcurrency } from "./collect-claims";
import type { SimulatedTransaction } from "./simulate-claims";

/**
 * The result of a transaction. Only `landed` paid tokens. The state of `unknown` is open until the next
 * lookup.
 */
export type ClaimEnd =
  | { end: "landed"; signature: string }
  | { end: "failed" | "unknown"; signature: string; reason: string }
  | { end: "unsent"; reason: string };

type ClaimResult = ClaimEnd & { claims: readonly LeafClaim[] };

/** `isIndexed` is false if the service will index some transactions only in its next run. */
export type ClaimResults = {
  results: ClaimResult[];
  isIndexed: boolean;
  /** Whether a sponsor did not sign. The claims that it would have paid were not sent. */
  isRefused: boolean;
};

const CLAIM = "claim";
const OPEN = message(
  "The connection was lost after your wallet signed. Continue here: the result is checked before anything else is sent.",
);

type Sending = { t: Translator; account: WalletAccount; onPhase: (phase: SendPhase) => void };

/**
 * Signs, stores and sends transactions, and follows each to its result. The wallet signs all transactions at
 * once if it can.
 * @throws Error if nothing was signed: the user declined, or no blockhash was available
 */
export async function sendClaims(
  transactions: readonly SimulatedTransaction[],
  { t, account, onPhase }: Sending,
): Promise<ClaimResults> {
  onPhase("signing");
  const [recent, supported] = await Promise.all([recentBlockhash(), getVersions(account)]);
  const unsigned = await mapWithConcurrency(transactions, (transaction) =>
    toUnsigned(transaction, { t, account, recent, supported }),
  );
  const payable = unsigned.filter((item) => "wire" in item);
  const { signed, stopped } = await signAll(t, payable, account);
  const stored = storeAll(
    signed.map((wire, at) => toSent(wire, payable[at]?.until ?? recent, t)),
    { transactions: payable.map(({ transaction }) => transaction), signer: account.address },
  );
  onPhase("confirming");
  const ends = await followAll(stored);
  const results = unsigned.map((item): ClaimResult => {
    const { plan, claims } = item.transaction;
    if ("refusal" in item) return { claims, end: "unsent", reason: item.refusal };
    const input = ends[payable.indexOf(item)];
    if (!input) return { claims, end: "unsent", reason: stopped };
    const { signature, outcome } = input;
    if (outcome === null) return { claims, end: "unknown", signature, reason: t(OPEN) };
    if (outcome.outcome === "landed") return { claims, end: "landed", signature };
    return { claims, end: "failed", signature, reason: writeSentence(plan, outcome, t) };
  });
  onPhase("indexing");
  return { results, isIndexed: await indexLanded(ends), isRefused: payable.length < unsigned.length };
}

type Unsigned = { transaction: SimulatedTransaction } & (
  | { wire: Uint8Array; until: SendableUntil }
  | { refusal: string }
);

type Building = Pick<Sending, "t" | "account"> & { recent: RecentBlockhash; supported: SupportedVersions };

/** Returns a transaction for the wallet to sign, after the sponsor if it pays; or the reason of its refusal. */
async function toUnsigned(
  transaction: SimulatedTransaction,
  { t, account, recent, supported }: Building,
): Promise<Unsigned> {
  const { plan, isSponsored, claims, ...basis } = transaction;
  if (!isSponsored) {
    const { choice, maxLamports } = currentFeeSettings();
    const paid = withChosenFee(plan, choice, { ...basis, maxLamports });
    return { transaction, wire: unsignedBytes(paid, recent, chooseVersion(paid, supported)), until: recent };
  }
  try {
    const treeAddress = claims[0]?.target.treeAddress ?? "";
    const outcome = { account, treeAddress, supported: transaction.supported, t };
    return { transaction, ...(await requestSponsored(plan, outcome)) };
  } catch (error) {
    if (!(error instanceof SponsorRefusedError)) throw error;
    return { transaction, refusal: error.message };
  }
}

type Signed = { signed: Uint8Array[]; stopped: string };

/** @throws SponsorRefusedError if the wallet has changed a transaction that a sponsor signed; nothing was sent */
async function signAll(
  t: Translator,
  unsigned: readonly { transaction: SimulatedTransaction; wire: Uint8Array }[],
  account: WalletAccount,
): Promise<Signed> {
  if (unsigned.length === 0) return { signed: [], stopped: "" };
  const wires = unsigned.map(({ wire }) => wire);
  const signed = await signEach(t, wires, account);
  for (const [at, { transaction, wire }] of unsigned.entries()) {
    const signedTransaction = signed.signed[at];
    if (transaction.isSponsored && signedTransaction) requireSameMessage(t, signedTransaction, wire);
  }
  return signed;
}

/**
 * Signs one transaction at a time if the wallet cannot sign several. Keeps earlier signatures if the user
 * declines a later one.
 */
async function signEach(
  t: Translator,
  wires: readonly Uint8Array[],
  account: WalletAccount,
): Promise<Signed> {
  if (account.signTransactions) {
    const signed = await account.signTransactions(wires);
    return { signed, stopped: t("Your wallet did not return a signed transaction.") };
  }
  const signed: Uint8Array[] = [];
  for (const wire of wires) {
    try {
      signed.push(await account.signTransaction(wire));
    } catch (error) {
      if (signed.length === 0 || !(error instanceof Error)) throw error;
      return { signed, stopped: error.message };
    }
  }
  return { signed, stopped: "" };
}

/**
 * Stores each transaction under every campaign that it claims from, so that a claim from a single campaign
 * finds it.
 */
function storeAll(
  sent: readonly StoredTransaction["sent"][],
  { transactions, signer }: { transactions: readonly SimulatedTransaction[]; signer: string },
): Followed[] {
  const times = new Map<string, number>();
  return sent.map((item, at) => {
    const trees = new Set(transactions[at]?.claims.map(({ target }) => target.treeAddress));
    const intents = [...trees].map((treeAddress): Intent => {
      const time = (times.get(treeAddress) ?? 0) + 1;
      times.set(treeAddress, time);
      return { signer, treeAddress, what: numbered(CLAIM, time) };
    });
    for (const intent of intents) storeSent(intent, item);
    return { sent: item, intents };
  });
}

type Followed = { sent: StoredTransaction["sent"]; intents: Intent[] };
type Ended = { signature: string; outcome: DeliveryOutcome | null };

/**
 * Follows all transactions concurrently. A transaction with a null outcome is still open and stays stored.
 */
async function followAll(stored: readonly Followed[]): Promise<Ended[]> {
  const shared = shareConnection(solanaConnection());
  return Promise.all(
    stored.map(async ({ sent, intents }) => {
      const { signature } = sent;
      try {
        const outcome = await deliver(sent, shared);
        for (const intent of intents) deleteSent(intent);
        return { signature, outcome };
      } catch (error) {
        if (!(error instanceof ConnectionLostError)) throw error;
        return { signature, outcome: null };
      }
    }),
  );
}

async function indexLanded(ends: readonly Ended[]): Promise<boolean> {
  const landed = ends.filter(({ outcome }) => outcome?.outcome === "landed");
  return landed.length === 0 || indexAll(landed.map(({ signature }) => signature));
}

/**
 * The results of earlier claims of a wallet that were still open. `trees` are the campaigns of each claim.
 */
export type Settled = { landed: { signature: string; trees: string[] }[]; isIndexed: boolean };

/**
 * Follows the claims that a wallet signed and whose result is unknown, of all campaigns.
 * @throws ConnectionLostError while a claim is open; no other transaction may be signed during that time
 */
export async function settleClaims(
  t: Translator,
  signer: string,
  onPhase: (phase: SendPhase) => void,
): Promise<Settled> {
  const bySignature = new Map<string, Followed>();
  for (const { intent, sent } of findAllSent({ signer, what: CLAIM })) {
    const known = bySignature.get(sent.signature);
    if (known) known.intents.push(intent);
    else bySignature.set(sent.signature, { sent, intents: [intent] });
  }
  if (bySignature.size === 0) return { landed: [], isIndexed: true };
  onPhase("looking");
  const ends = await followAll([...bySignature.values()]);
  if (ends.some(({ outcome }) => outcome === null)) throw new ConnectionLostError(t(OPEN));
  onPhase("indexing");
  const isIndexed = await indexLanded(ends);
  const landed = ends.flatMap(({ signature, outcome }) => {
    if (outcome?.outcome !== "landed") return [];
    const trees = bySignature.get(signature)?.intents.map(({ treeAddress }) => treeAddress) ?? [];
    return [{ signature, trees: [...new Set(trees)] }];
  });
  return { landed, isIndexed };
}
