/** The key in this browser's storage. */
const KEY = 'phone-test-code';

/** The code of a test that was made before its phone was listed, until it is published; null when there is none. */
export function readUnlistedCode(): string | null {
  try {
    return window.localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function storeUnlistedCode(id: string | null): void {
  try {
    if (id === null) window.localStorage.removeItem(KEY);
    else window.localStorage.setItem(KEY, id);
  } catch {
    // Storage is full or blocked: the test can be repeated once the phone is listed.
  }
}
