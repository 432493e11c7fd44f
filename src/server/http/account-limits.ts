import type { FastifyInstance } from 'fastify';
import { ACCOUNT_LIMITS } from '#contract/shared/limits.ts';
import { TooManyError } from '../errors.ts';
import { createLimiter } from '../security/rate-limiter.ts';
import type { ClientNetwork } from './client-networks.ts';
import { shareOf } from './newcomers.ts';

type Kind = keyof typeof ACCOUNT_LIMITS;

/** What counts as what: an account that was not made in the end counts as a try alone. */
const COUNTED: Record<string, Kind[]> = {
  '/api/auth/sign-in/email': ['signIn'],
  '/api/auth/sign-up/email': ['signUp', 'account'],
};

const NETWORKS = ['network', 'site'] as const;

/** Bounds how many sign-ins and new accounts come from one client network and one site, right passwords and all: each costs a hash. */
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
    /** It was counted as one that may make an account. */
    isCounted: boolean;
  }
}
