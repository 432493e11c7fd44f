import type { FastifyInstance } from 'fastify';
import { ACCOUNT_LIMITS } from '#contract/shared/limits.ts';
import { TooManyError } from '../errors.ts';
import { createLimiter } from '../security/rate-limiter.ts';
import type { ClientNetwork } from './client-networks.ts';
import { shareOf } from './newcomers.ts';

type Kind = keyof typeof ACCOUNT_LIMITS;

/** The budgets each path draws on. A failed sign-up gives back its `account` share and counts as an attempt only. */
const COUNTED: Record<string, Kind[]> = {
  '/api/auth/sign-in/email': ['signIn'],
  '/api/auth/sign-up/email': ['signUp', 'account'],
};

const NETWORKS = ['network', 'site'] as const;

/** Limits logins and new accounts per client network and site, even with the right password: each costs a password hash. */
export function limitAccounts(app: FastifyInstance, factor: number): void {
  if (factor === 0) return;
  app.decorateRequest('isCounted', false);
  const limiter = createLimiter();
  const kindsOf = ({ method, url }: { method: string; url: string }): Kind[] => (method === 'POST' ? (COUNTED[url.split('?', 1)[0] ?? ''] ?? []) : []);
  const budgetsOf = (kind: Kind, client: ClientNetwork) =>
    NETWORKS.map((network) => ({ key: `${kind} ${network} ${client[network]}`, budget: shareOf(ACCOUNT_LIMITS[kind][network], factor) }));

  app.addHook('onRequest', async (request) => {
    const kinds = kindsOf(request);
    if (kinds.length === 0) return;
    const client = app.findNetwork(request);
    for (const kind of kinds) {
      const wait = Math.max(...budgetsOf(kind, client).map(({ key, budget }) => limiter.waitOf(key, budget)));
      if (wait > 0) throw new TooManyError(ACCOUNT_LIMITS[kind].name, wait);
    }
    for (const kind of kinds) for (const { key, budget } of budgetsOf(kind, client)) limiter.take(key, budget);
    request.isCounted = true;
  });

  app.addHook('onSend', async (request, reply) => {
    if (!request.isCounted || reply.statusCode < 300 || !kindsOf(request).includes('account')) return;
    for (const { key, budget } of budgetsOf('account', app.findNetwork(request))) limiter.giveBack(key, budget);
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether it drew on these budgets, so that a failed sign-up can give its share back. */
    isCounted: boolean;
  }
}
