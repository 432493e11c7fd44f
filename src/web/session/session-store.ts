export type KeyStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The specification's own name for it. */
export const TOKEN_KEY = 'accessToken';
const REGISTRATION_KEY = 'pendingRegistration';
const SIGNING_OUT_KEY = 'signingOut';

export type Registration = { email: string; name: string; role: 'buyer' | 'seller' };
export type SessionStore = ReturnType<typeof createSessionStore>;

/** Opens the browser's local storage, or in-memory storage where that is blocked. */
export function openKeyStore(): KeyStore {
  return canStore() ? window.localStorage : createMemoryStore();
}

/** Whether the browser's settings let the shop store anything on this device. */
export function canStore(): boolean {
  try {
    window.localStorage.getItem(TOKEN_KEY);
    return true;
  } catch {
    return false;
  }
}

function createMemoryStore(): KeyStore {
  const stored = new Map<string, string>();
  return {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
  };
}

/**
 * What a session stores between pages: the token, a registration that the shop hasn't received yet, and a logout that the identity service hasn't
 * received yet.
 */
export function createSessionStore(store: KeyStore) {
  const write = (key: string, value: string | null): void => {
    try {
      if (value === null) store.removeItem(key);
      else store.setItem(key, value);
    } catch {
      // Storage is full or blocked: this page continues without it.
    }
  };
  return {
    token: (): string | null => store.getItem(TOKEN_KEY),
    keepToken: (token: string | null): void => write(TOKEN_KEY, token),
    registration(email: string): Registration | null {
      const stored = parse(store.getItem(REGISTRATION_KEY));
      return stored?.email.toLowerCase() === email.toLowerCase() ? stored : null;
    },
    keepRegistration: (registration: Registration | null): void => write(REGISTRATION_KEY, registration && JSON.stringify(registration)),
    isSigningOut: (): boolean => store.getItem(SIGNING_OUT_KEY) !== null,
    markSigningOut: (signingOut: boolean): void => write(SIGNING_OUT_KEY, signingOut ? '1' : null),
  };
}

function parse(text: string | null): Registration | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return isRegistration(value) ? value : null;
  } catch {
    return null;
  }
}

function isRegistration(value: unknown): value is Registration {
  if (typeof value !== 'object' || value === null) return false;
  const { email, name, role } = value as Record<string, unknown>;
  return typeof email === 'string' && typeof name === 'string' && (role === 'buyer' || role === 'seller');
}
