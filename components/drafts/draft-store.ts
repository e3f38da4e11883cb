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

let opened: Promise<IDBDatabase> | undefined;

/** One connection as long as the page lives: a write that begins as the page goes away has no time to open it. */
function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const forget = () => {
      opened = undefined;
    };
    const request = indexedDB.open("vesting-index-drafts", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(NOTES, { keyPath: "id" });
      request.result.createObjectStore(PARTS);
    };
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
  return opened;
}

type Stores = { notes: IDBObjectStore; parts: IDBObjectStore };

async function run<T>(
  mode: IDBTransactionMode,
  act: (stores: Stores, commit: () => void) => IDBRequest<T> | undefined,
): Promise<T | undefined> {
  const transaction = (await open()).transaction([NOTES, PARTS], mode);
  return new Promise((resolve, reject) => {
    const stores = { notes: transaction.objectStore(NOTES), parts: transaction.objectStore(PARTS) };
    transaction.oncomplete = () => resolve(request?.result);
    transaction.onabort = () => reject(transaction.error);
    const request = act(stores, () => transaction.commit());
  });
}

const allOf = (id: string) => IDBKeyRange.bound([id], [id, []]);

/** Keeps the fields that changed; how long copying them held the page, in milliseconds. */
export async function saveDraft(note: DraftNote, changed: DraftParts): Promise<number> {
  let heldMs = 0;
  await run("readwrite", ({ notes, parts }, commit) => {
    const began = performance.now();
    for (const [name, value] of Object.entries(changed)) {
      if (value === undefined) parts.delete([note.id, name]);
      else parts.put(toKept(value), [note.id, name]);
    }
    notes.put(note);
    // Without waiting for the requests, which a page that goes away does not live to see.
    commit();
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
  const notes: DraftNote[] = (await run("readonly", ({ notes }) => notes.getAll())) ?? [];
  return notes.sort((a, b) => b.savedAt - a.savedAt);
}

/** The drafts of a form, newest first. */
export const listDrafts = async (scope: string): Promise<DraftNote[]> =>
  (await listAllDrafts()).filter((note) => note.scope === scope);

export async function readDraft(id: string): Promise<DraftParts> {
  const found: DraftParts = {};
  await run("readonly", ({ parts }) => {
    const request = parts.openCursor(allOf(id));
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
  await run("readwrite", ({ notes, parts }) => {
    notes.delete(id);
    parts.delete(allOf(id));
    return undefined;
  });
}
