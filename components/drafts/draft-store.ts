/** The metadata of a draft. */
export type DraftNote = {
  id: string;
  /** The form of the draft: "create", or "rotate" with the address of the campaign. */
  scope: string;
  /** The basis of the draft: the program, or the root of the list that it changes. */
  basis: string;
  /** A title for the list of drafts. */
  title: string;
  /** The wallet that was connected. */
  wallet: string | null;
  savedAt: number;
};

/**
 * The fields of the state of a form, and the fields of its objects. Each is stored separately, so that a
 * keystroke does not copy a file of a million rows. Undefined is not stored.
 */
export type DraftParts = Record<string, unknown>;

/**
 * Larger byte arrays are stored as a Blob, because the browser would copy and compress them on the main
 * thread.
 */
const MAX_PLAIN_BYTES = 65_536;

const toStored = (value: unknown): unknown =>
  value instanceof Uint8Array && value.length > MAX_PLAIN_BYTES
    ? new Blob([value as Uint8Array<ArrayBuffer>])
    : value;

const fromStored = async (value: unknown): Promise<unknown> =>
  value instanceof Blob ? new Uint8Array(await value.arrayBuffer()) : value;

const NOTES = "notes";
const PARTS = "parts";
/**
 * Maximum number of drafts of one form, and of all forms. Other pages share the storage of the browser. A plan
 * that was split over several campaigns has a draft for each.
 */
const MAX_OF_SCOPE = 15;
const MAX_DRAFTS = 30;

/**
 * Returns a function that runs one transaction over all stores of an IndexedDB database. `create` creates the
 * stores of a new database.
 */
export function browserDatabase(name: string, create: (database: IDBDatabase) => void) {
  let opened: Promise<IDBDatabase> | undefined;
  const reset = () => {
    opened = undefined;
  };
  const open = () =>
    new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name, 1);
      request.onupgradeneeded = () => create(request.result);
      request.onsuccess = () => {
        const database = request.result;
        database.onclose = reset;
        // A newer version of this page in another tab must not be blocked.
        database.onversionchange = () => {
          database.close();
          reset();
        };
        resolve(database);
      };
      request.onerror = () => {
        reset();
        reject(request.error);
      };
    });
  return async <T>(
    mode: IDBTransactionMode,
    act: (transaction: IDBTransaction) => IDBRequest<T> | undefined,
  ): Promise<T | undefined> => {
    // One connection for the lifetime of the page, because a write during unload has no time to open one.
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

/** Stores the changed fields. Returns the time in milliseconds for which the copy blocked the page. */
export async function saveDraft(note: DraftNote, changed: DraftParts): Promise<number> {
  let blockedMs = 0;
  await run("readwrite", (transaction) => {
    const parts = transaction.objectStore(PARTS);
    const began = performance.now();
    for (const [name, value] of Object.entries(changed)) {
      if (value === undefined) parts.delete([note.id, name]);
      else parts.put(toStored(value), [note.id, name]);
    }
    transaction.objectStore(NOTES).put(note);
    // Commits without waiting for the requests, which can outlive the page.
    transaction.commit();
    blockedMs = performance.now() - began;
    return undefined;
  });
  return blockedMs;
}

/** Deletes the oldest drafts above the limits. */
export async function dropOldDrafts(scope: string): Promise<void> {
  const all = await listAllDrafts();
  const surplus = [
    ...all.filter((note) => note.scope === scope).slice(MAX_OF_SCOPE),
    ...all.slice(MAX_DRAFTS),
  ];
  for (const { id } of surplus) await deleteDraft(id);
}

/** Returns all drafts, newest first. */
export async function listAllDrafts(): Promise<DraftNote[]> {
  const notes: DraftNote[] = (await run("readonly", (item) => item.objectStore(NOTES).getAll())) ?? [];
  return notes.sort((a, b) => b.savedAt - a.savedAt);
}

/** Returns the drafts of a form, newest first. */
export const listDrafts = async (scope: string): Promise<DraftNote[]> =>
  (await listAllDrafts()).filter((note) => note.scope === scope);

export async function readDraft(id: string): Promise<DraftParts> {
  const found: DraftParts = {};
  await run("readonly", (item) => {
    const request = item.objectStore(PARTS).openCursor(allOf(id));
    request.onsuccess = () => {
      const cursor = request.result;
      if (!cursor) return;
      if (Array.isArray(cursor.key)) found[String(cursor.key[1])] = cursor.value;
      cursor.continue();
    };
    return undefined;
  });
  for (const [name, value] of Object.entries(found)) found[name] = await fromStored(value);
  return found;
}

export async function deleteDraft(id: string): Promise<void> {
  await run("readwrite", (item) => {
    item.objectStore(NOTES).delete(id);
    return item.objectStore(PARTS).delete(allOf(id));
  });
}
