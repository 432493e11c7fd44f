import { SESSION_KEY } from '#contract/phone-tests/protocol.ts';

/** What this phone stores of a run, so that a closed page is resumed. */
type StoredRun = { token: string; keys: CryptoKeyPair };

const DATABASE = 'phone-test';
const STORE = 'runs';

/** The keys of the run that this phone began with a code; null when it hasn't begun one. */
export async function findKeys(token: string): Promise<CryptoKeyPair | null> {
  // Only ever written below.
  const stored = (await withStore('readonly', (store) => store.get(token)).catch(() => undefined)) as StoredRun | undefined;
  return stored?.keys ?? null;
}

/** Makes the keys of a new run. The private one can't leave the browser. */
export async function makeKeys(token: string): Promise<CryptoKeyPair> {
  const keys = await crypto.subtle.generateKey(SESSION_KEY, false, ['sign', 'verify']);
  // Where nothing can be stored, as in some private windows, the run lasts as long as the page.
  await withStore('readwrite', (store) => store.put({ token, keys } satisfies StoredRun)).catch(() => undefined);
  return keys;
}

async function withStore<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await openDatabase();
  try {
    return await settled(act(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: 'token' });
  return settled(opening);
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The browser’s storage failed.'));
  });
}
