import { type Api, ApiError } from '../api.ts';
import type { SignedInIdentity } from '../ports/identity.ts';
import { createFreshness, readAccessToken } from './access-token.ts';
import type { SessionStore } from './session-store.ts';

type TokenStoreOptions = {
  plain: Pick<Api, 'call'>;
  store: SessionStore;
  now: () => number;
  /** A renewal was refused: the sign-in is over. */
  onRefused: (refusal: ApiError) => void;
};

/** Fetches and keeps one sign-in's access token, and forgets what was under way for an earlier one. */
export function createTokenStore({ plain, store, now, onRefused }: TokenStoreOptions) {
  const freshness = createFreshness(now);
  let era = 0;
  let renewing: Promise<string | null> | null = null;

  /** A new token; the shop learns of the person first when it hasn't yet. Null when another sign-in took over meanwhile. */
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
    /** Each sign-in and sign-out begins an era; what began in an earlier one touches nothing any more. */
    newEra(): number {
      renewing = null;
      era += 1;
      return era;
    },
    isEra: (mine: number): boolean => mine === era,
    era: (): number => era,
    /** The kept token, when it is good for a while yet and belongs to this person (null: whoever it is). */
    usable(email: string | null): string | null {
      const token = store.token();
      if (token === null || !freshness.isFresh(token)) return null;
      return email === null || sameAddress(readAccessToken(token)?.email ?? '', email) ? token : null;
    },
    /** One renewal for everybody who asks at the same time. Null when the sign-in is over; throws when nobody answered. */
    renew(person: SignedInIdentity): Promise<string | null> {
      if (renewing) return renewing;
      const mine = era;
      const attempt = fetchToken(person)
        .catch((error: unknown) => {
          if (!isRefusal(error)) throw error;
          if (mine === era) onRefused(error);
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

/** The shop takes this person no longer, as opposed to nobody having answered. */
export const isRefusal = (error: unknown): error is ApiError => error instanceof ApiError && (error.status === 401 || error.status === 403);
