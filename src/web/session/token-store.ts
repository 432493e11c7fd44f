import { type Api, ApiError } from '../api.ts';
import type { SignedInIdentity } from '../ports/identity.ts';
import { createFreshness, readAccessToken } from './access-token.ts';
import type { SessionStore } from './session-store.ts';

export type TokenStoreOptions = {
  plain: Pick<Api, 'call'>;
  store: SessionStore;
  now: () => number;
  /** Called when a renewal is rejected: the session has ended, or belongs to somebody else by now. */
  onRefused: (refusal: ApiError, person: SignedInIdentity) => Promise<void>;
};

/** Fetches and stores one session's access token, and ignores replies meant for an earlier one. */
export function createTokenStore({ plain, store, now, onRefused }: TokenStoreOptions) {
  const freshness = createFreshness(now);
  let era = 0;
  let renewing: Promise<string | null> | null = null;

  /** Returns a new token, after any pending registration. Null when another session took over meanwhile. */
  const fetchToken = async (person: SignedInIdentity): Promise<string | null> => {
    const mine = era;
    const registration = store.registration(person.email);
    if (registration) {
      await plain.call('POST /users', { body: registration });
      if (mine === era) store.keepRegistration(null);
    }
    const { token } = await plain.call('GET /jwt', { query: { email: person.email } });
    if (mine !== era) return null;
    freshness.received(token);
    store.keepToken(token);
    return token;
  };

  return {
    fetchToken,
    /** Each login and logout begins an era; work begun in an earlier one has no effect anymore. */
    newEra(): number {
      renewing = null;
      era += 1;
      return era;
    },
    isEra: (mine: number): boolean => mine === era,
    era: (): number => era,
    /** Returns the stored token if it is still valid long enough and belongs to this user (null: any user). */
    usable(email: string | null): string | null {
      const token = store.token();
      if (token === null || !freshness.isFresh(token)) return null;
      return email === null || sameAddress(readAccessToken(token)?.email ?? '', email) ? token : null;
    },
    /** Renews once for all simultaneous callers. Null when the session has ended; throws when there was no reply. */
    renew(person: SignedInIdentity): Promise<string | null> {
      if (renewing) return renewing;
      const mine = era;
      const attempt = fetchToken(person)
        .catch(async (error: unknown) => {
          if (!isRefusal(error)) throw error;
          if (mine === era) await onRefused(error, person);
          return null;
        })
        .finally(() => {
          if (renewing === attempt) renewing = null;
        });
      renewing = attempt;
      return attempt;
    },
  };
}

export const sameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Whether the shop no longer accepts this user, as opposed to a missing reply. */
export const isRefusal = (error: unknown): error is ApiError => error instanceof ApiError && (error.status === 401 || error.status === 403);
