import type { PublicConfig } from '#contract/config.ts';
import { createBuiltinIdentity } from './adapters/identity/builtin.ts';
import { createApi, type Send } from './api.ts';
import type { CardForm } from './ports/card-form.ts';
import type { IdentityClient } from './ports/identity.ts';
import { createSession } from './session.ts';
import type { Session, Shop } from './shop.tsx';
import { showError } from './ui/toast.tsx';

const sendFromBrowser: Send = (path, init) => fetch(`/api${path}`, init);

const loadCardForm = async ({ kind, publishableKey, apiBase }: PublicConfig['payments']): Promise<CardForm> => {
  if (kind === 'stripe') {
    const { createStripeCardForm } = await import('./adapters/card-form/stripe.ts');
    return createStripeCardForm(publishableKey);
  }
  if (apiBase === undefined) throw new Error('the practice cards have no address');
  const { createPracticeCardForm } = await import('./adapters/card-form/practice.tsx');
  return createPracticeCardForm({ publishableKey, apiBase });
};

/** What pages are built on in a browser. */
export const createBrowserShop = (config: PublicConfig): Shop => {
  const identity = createBuiltinIdentity();
  const session = createSession({ identity, send: sendFromBrowser, onEnded: showError });
  return { api: createApi(sendFromBrowser, session.tokens), config, identity, session, loadCardForm: () => loadCardForm(config.payments) };
};

const notHere = (): never => {
  throw new Error('Nobody signs in while a page is rendered on the server');
};

const noIdentity: IdentityClient = {
  current: async () => null,
  signUp: notHere,
  signIn: notHere,
  signInWithGoogle: notHere,
  signOut: notHere,
  requestPasswordReset: notHere,
  resetPassword: notHere,
};

/** The server knows no reader: one rendering serves everybody. */
const unknownReader: Session = {
  state: () => ({ status: 'loading' }),
  subscribe: () => () => {},
  tokens: { current: async () => null, renew: async () => null },
  start: async () => {},
  begin: notHere,
  end: notHere,
};

/** The same for rendering on the server; `send` reaches the shop's own API. */
export const createServerShop = (send: Send, config: PublicConfig): Shop => ({
  api: createApi(send),
  config,
  identity: noIdentity,
  session: unknownReader,
  loadCardForm: notHere,
});
