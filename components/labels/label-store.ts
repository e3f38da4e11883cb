"use client";

import { loadServiceApi } from "@/components/service/load-service-api";
import { createSharedState } from "@/components/shell/shared-state";
import { onAccountChange, useWallet, type WalletAccount } from "@/components/wallet/wallet-store";
import type { RequestSigner } from "@/lib/client/wallet-session";
import type { LabelView } from "@/lib/contract/label";
import type { StatementView } from "@/lib/contract/statement/view";
import { chunk } from "@/lib/core/chunk";
import { message } from "@/lib/core/i18n/translator";
import { MAX_LABELS_PER_PAGE, MAX_LABELS_PER_REQUEST } from "@/lib/core/lists/label-limits";

export type CategoryTotal = NonNullable<StatementView["categories"]>[number];

/** The text of a label; both parts empty for none. */
export type LabelText = { category: string; note: string };

type LabelState = {
  /** The wallet that owns the labels; null while none are loaded. */
  owner: string | null;
  labels: ReadonlyMap<string, LabelView>;
  /** Recipients whose label is loaded, or known not to exist. */
  known: ReadonlySet<string>;
  /** Null once all labels are loaded, undefined before the first page. */
  nextCursor: string | null | undefined;
  /** Pages of statements whose labels are loaded. */
  pages: ReadonlySet<string>;
  /** Totals per category, by statement. They become outdated by changes of labels. */
  totals: ReadonlyMap<string, readonly CategoryTotal[]>;
};

const NOTHING: LabelState = {
  owner: null,
  labels: new Map(),
  known: new Set(),
  pages: new Set(),
  nextCursor: undefined,
  totals: new Map(),
};

/** In memory alone: labels are secret, so that no storage of the browser may have them. */
const shared = createSharedState<LabelState>(NOTHING);

const getState = (owner: string): LabelState => {
  const state = shared.get();
  return state.owner === owner ? state : { ...NOTHING, owner };
};

/** Merges changes into the loaded labels of an owner. */
const merge = (owner: string, change: Partial<LabelState>) => shared.set({ ...getState(owner), ...change });

let accountChanges = 0;

onAccountChange(() => {
  accountChanges += 1;
  shared.set(NOTHING);
});

/** Discards a response that arrives after the wallet was disconnected or changed. */
async function whileConnected<T>(request: Promise<T>): Promise<T> {
  const began = accountChanges;
  const answer = await request;
  if (began === accountChanges) return answer;
  throw new Error(message("The wallet was disconnected or changed. Try again."));
}

const withLabels = (labels: LabelState["labels"], added: readonly LabelView[]) =>
  new Map([...labels, ...added.map((label) => [label.recipient, label] as const)]);

/** Returns the labels of the connected wallet that are loaded, and the wallet. */
export function useLabels(): LabelState & { account: WalletAccount | null } {
  const { account } = useWallet();
  const state = shared.useValue();
  return { ...(account && state.owner === account.address ? state : NOTHING), account };
}

/** Loads the first page of the wallet's labels, or the next one, with one signature. */
export async function loadLabels(signer: RequestSigner): Promise<void> {
  const query = { limit: MAX_LABELS_PER_PAGE, cursor: getState(signer.address).nextCursor ?? null };
  const page = await whileConnected(loadServiceApi().then((api) => api.labels(query, signer)));
  const { labels } = getState(signer.address);
  merge(signer.address, { labels: withLabels(labels, page.labels), nextCursor: page.nextCursor });
}

/** Stores labels, and deletes those without text. Each thousand needs one signature. */
export async function saveLabels(
  signer: RequestSigner,
  changes: readonly (LabelText & { recipient: string })[],
  onProgress: (done: number) => void = () => undefined,
): Promise<void> {
  let done = 0;
  for (const part of chunk(changes, MAX_LABELS_PER_REQUEST)) {
    await whileConnected(loadServiceApi().then((api) => api.storeLabels(part, signer)));
    const state = getState(signer.address);
    const updatedAt = Math.floor(Date.now() / 1000);
    const stored = part.filter(({ category, note }) => category !== "" || note !== "");
    const labels = withLabels(
      state.labels,
      stored.map(({ recipient, category, note }) => ({
        ...{ recipient, category: category || null, note: note || null, readable: true, updatedAt },
      })),
    );
    for (const { recipient } of part.filter((label) => !stored.includes(label))) labels.delete(recipient);
    const known = new Set([...state.known, ...part.map(({ recipient }) => recipient)]);
    merge(signer.address, { labels, known, totals: new Map() });
    done += part.length;
    onProgress(done);
  }
}

/** Deletes all labels of the wallet with one signature. */
export async function deleteAllLabels(signer: RequestSigner): Promise<void> {
  await whileConnected(loadServiceApi().then((api) => api.deleteLabels(signer)));
  merge(signer.address, { labels: new Map(), known: new Set(), nextCursor: null, totals: new Map() });
}

/** A page of a statement, as the API selects it. */
export type StatementPage = {
  treeAddress: string;
  creation?: string | undefined;
  at: string;
  withheldPercent?: string | undefined;
  cursor?: string | undefined;
  limit: number;
};

/** Identifies a statement in `totals`. */
export const statementKey = ({ treeAddress, creation, at, withheldPercent }: StatementPage): string =>
  [treeAddress, creation, at, withheldPercent].join();

/** Identifies a page of a statement in `pages`. */
export const pageKey = (page: StatementPage): string => `${statementKey(page)} ${page.cursor ?? ""}`;

/** Loads the labels of a page of a statement and the totals per category, with one signature. */
export async function loadStatementLabels(signer: RequestSigner, page: StatementPage): Promise<void> {
  const { treeAddress, creation, cursor, withheldPercent, ...rest } = page;
  const query = {
    ...{ ...rest, labels: true, creation: creation ?? null, cursor: cursor ?? null },
    ...(withheldPercent !== undefined && { withheldPercent }),
  };
  const { recipients, categories = [] } = await whileConnected(
    loadServiceApi().then((api) => api.statement(treeAddress, query, signer)),
  );
  const state = getState(signer.address);
  const labels = recipients.flatMap(
    ({ beneficiary: recipient, category = null, note = null, readable = true }) =>
      category === null && note === null && readable
        ? []
        : [{ recipient, category, note, readable, updatedAt: 0, ...knownTime(state, recipient) }],
  );
  merge(signer.address, {
    labels: withLabels(state.labels, labels),
    pages: new Set([...state.pages, pageKey(page)]),
    known: new Set([...state.known, ...recipients.map(({ beneficiary }) => beneficiary)]),
    totals: new Map([...state.totals, [statementKey(page), categories]]),
  });
}

/** The statement does not return the time of a label's last change. */
const knownTime = ({ labels }: LabelState, recipient: string) => {
  const known = labels.get(recipient);
  return known && { updatedAt: known.updatedAt };
};
