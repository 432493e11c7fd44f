import { createContext, use, useSyncExternalStore } from 'react';
import type { PublicConfig } from '#contract/config.ts';
import type { Api, TokenSource } from './api.ts';
import type { CardForm } from './ports/card-form.ts';
import type { IdentityClient, SignedInIdentity } from './ports/identity.ts';
import type { SessionStore } from './session/session-store.ts';

/** `unknown`: the identity service didn't reply, and is asked again. Nothing of an earlier login is removed meanwhile. */
export type SessionState = { status: 'loading' } | { status: 'unknown' } | { status: 'signed-out' } | { status: 'signed-in'; identity: SignedInIdentity };

/** Who is logged in, for everything on the page. */
export type Session = {
  state(): SessionState;
  subscribe(listener: () => void): () => void;
  tokens: TokenSource;
  /** Asks the identity service who is logged in; the state is `loading` until it responds, or `unknown` without a reply. */
  start(): Promise<void>;
  /** What people chose at sign-up, until the shop has received it. */
  registrations: Pick<SessionStore, 'registration' | 'keepRegistration'>;
  /** Takes over a sign-in that just happened: registers the person when they are new, as they chose or as a buyer, and fetches the access token. */
  begin(identity: SignedInIdentity): Promise<void>;
  /** Logs out; removes the stored token even when the identity service can't be reached. */
  end(): Promise<void>;
};

/** Everything the front end depends on; created once in `composition.tsx`. */
export type AppValue = {
  api: Api;
  config: PublicConfig;
  identity: IdentityClient;
  session: Session;
  /** Loads the card provider's form, which only the payment page needs. Rejects when it can't be loaded. */
  loadCardForm(): Promise<CardForm>;
};

export const AppContext = createContext<AppValue | null>(null);

const LOADING: SessionState = { status: 'loading' };

export function useSession(): SessionState {
  const { session } = useApp();
  return useSyncExternalStore(session.subscribe, session.state, () => LOADING);
}

export function useApp(): AppValue {
  const shop = use(AppContext);
  if (!shop) throw new Error('useApp must be used inside an AppContext');
  return shop;
}
