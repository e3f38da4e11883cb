/** What is known of a draft without reading it. */
export type DraftNote = {
  id: string;
  /** The form it belongs to: "create", or "rotate" with the campaign's address. */
  scope: string;
  /** What it was made for: the program, or the list of recipients that it changes. */
  basis: string;
  /** A line to recognise it by. */
  title: string;
  /** The wallet that was connected. */
  wallet: string | null;
  savedAt: number;
};

/**
 * The fields of a form's state, and those of an object in it, each kept by itself so that a keystroke does not copy a file
 * of a million rows. Undefined is not kept.
 */
export type DraftParts = Record<string, unknown>;

/** Bytes beyond these are kept as a file: a browser would copy and compress them while the page waits. */
const MOST_PLAIN_BYTES = 65_536;

const toKept = (value: unknown): unknown =>
  value instanceof Uint8Array && value.length > MOST_PLAIN_BYTES
    ? new Blob([value as Uint8Array<ArrayBuffer>])
    : value;

const fromKept = async (value: unknown): Promise<unknown> =>
  value instanceof Blob ? new Uint8Array(await value.arrayBuffer()) : value;

const NOTES = "notes";
const PARTS = "parts";
/** Drafts kept of one form, and of all: a browser's storage is not ours alone. */
const MAX_OF_SCOPE = 5;
const MAX_DRAFTS = 20;

/** Acts in one transaction over all stores of a database in the browser, which `create` makes where there is none. */
export function browserDatabase(name: string, create: (database: IDBDatabase) => void) {
  let opened: Promise<IDBDatabase> | undefined;
  const forget = () => {
    opened = undefined;
  };
  const open = () =>
    new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name, 1);
      request.onupgradeneeded = () => create(request.result);
      request.onsuccess = () => {
        const database = request.result;
        database.onclose = forget;
        // A newer version of this page in another tab may not be kept waiting.
        database.onversionchange = () => {
          database.close();
          forget();
        };
        resolve(database);
      };
      request.onerror = () => {
        forget();
        reject(request.error);
      };
    });
  return async <T>(
    mode: IDBTransactionMode,
    act: (transaction: IDBTransaction) => IDBRequest<T> | undefined,
  ): Promise<T | undefined> => {
    // One connection as long as the page lives: a write that begins as the page goes away has no time to open it.
    opened ??= open();
    const database = await opened;
    const transaction = database.transaction(database.objectStoreNames, mode);
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(request?.result);
      transaction.onabort = () => reject(transaction.error);
      const request = act(transaction);
    });
  };
}

const run = browserDatabase("vesting-index-drafts", (database) => {
  database.createObjectStore(NOTES, { keyPath: "id" });
  database.createObjectStore(PARTS);
});

const allOf = (id: string) => IDBKeyRange.bound([id], [id, []]);

/** Keeps the fields that changed; how long copying them held the page, in milliseconds. */
export async function saveDraft(note: DraftNote, changed: DraftParts): Promise<number> {
  let heldMs = 0;
  await run("readwrite", (transaction) => {
    const parts = transaction.objectStore(PARTS);
    const began = performance.now();
    for (const [name, value] of Object.entries(changed)) {
      if (value === undefined) parts.delete([note.id, name]);
      else parts.put(toKept(value), [note.id, name]);
    }
    transaction.objectStore(NOTES).put(note);
    // Without waiting for the requests, which a page that goes away does not live to see.
    transaction.commit();
    heldMs = performance.now() - began;
    return undefined;
  });
  return heldMs;
}

/** Drops the oldest drafts beyond the bounds. */
export async function dropOldDrafts(scope: string): Promise<void> {
  const all = await listAllDrafts();
  const surplus = [
    ...all.filter((note) => note.scope === scope).slice(MAX_OF_SCOPE),
    ...all.slice(MAX_DRAFTS),
  ];
  for (const { id } of surplus) await deleteDraft(id);
}

/** Every draft, newest first. */
export async function listAllDrafts(): Promise<DraftNote[]> {
  const notes: DraftNote[] = (await run("readonly", (of) => of.objectStore(NOTES).getAll())) ?? [];
  return notes.sort((a, b) => b.savedAt - a.savedAt);
}

/** The drafts of a form, newest first. */
export const listDrafts = async (scope: string): Promise<DraftNote[]> =>
  (await listAllDrafts()).filter((note) => note.scope === scope);

export async function readDraft(id: string): Promise<DraftParts> {
  const found: DraftParts = {};
  await run("readonly", (of) => {
    const request = of.objectStore(PARTS).openCursor(allOf(id));
    request.onsuccess = () => {
      const cursor = request.result;
      if (!cursor) return;
      if (Array.isArray(cursor.key)) found[String(cursor.key[1])] = cursor.value;
      cursor.continue();
    };
    return undefined;
  });
  for (const [name, value] of Object.entries(found)) found[name] = await fromKept(value);
  return found;
}

export async function deleteDraft(id: string): Promise<void> {
  await run("readwrite", (of) => {
    of.objectStore(NOTES).delete(id);
    return of.objectStore(PARTS).delete(allOf(id));
  });
}
