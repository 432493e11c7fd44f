import { toIso } from '#contract/shared/moments.ts';
import { readCursor, readTextCursor, sortedAs, writeCursor } from '../../db/paging.ts';
import { NotFoundError } from '../../errors.ts';
import { ACKNOWLEDGED, inserted, updated } from '../../http/replies.ts';
import type { ServeCall } from '../../http/route.ts';
import type { ProvenIdentity } from '../../ports/identity.ts';
import type { Services } from '../../services.ts';
import { assignToIdentity, registerUser, startSelling, unverifySeller, verifySeller } from './commands.ts';
import { passkeyRoutes } from './passkey-routes.ts';
import { indexPeople } from './person-word-queries.ts';
import { proofRoutes } from './proof-routes.ts';
import { findSeller, findUser, findUserByEmail, findUsersByName, findUsersByRole } from './queries.ts';
import { mayLookUp, requireNotRemoved, requireOwnAccount, requireOwnAddress } from './rules.ts';
import { secondFactorRoutes } from './second-factor-routes.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { signToken } from './tokens.ts';

/** In batches: who registered since the background work last looked is in the list, too. */
const NEWCOMERS = 5;

type Needs = Pick<Services, 'db' | 'clock' | 'tokenSecret' | 'identity' | 'security'>;

export function accountRoutes(serve: ServeCall, services: Needs): void {
  signingUp(serve, services);
  selling(serve, services);
  lookUps(serve, services);
  forAdmins(serve, services);
  signInRoutes(serve, services);
  secondFactorRoutes(serve, services);
  passkeyRoutes(serve, services);
  proofRoutes(serve, services);
}

function signingUp(serve: ServeCall, { db, clock, tokenSecret }: Needs): void {
  /** Throws 403 if the caller may not use the account with their address. The account is assigned to the identity that verified the address last. */
  const admitToAccount = async (caller: ProvenIdentity): Promise<void> => {
    const user = await findUserByEmail(db, caller.email);
    requireNotRemoved(user);
    requireOwnAccount(caller, user);
    if (user && user.identity_subject !== caller.subject) await assignToIdentity(db, user.id, caller.subject, clock.now());
  };

  serve('GET /jwt', async ({ caller, query }) => {
    requireOwnAddress(caller, query.email);
    await admitToAccount(caller);
    return { reply: { token: await signToken(caller, tokenSecret, clock.now()) } };
  });

  serve('POST /users', async ({ caller, body }) => {
    requireOwnAddress(caller, body.email);
    const registered = await registerUser(db, { ...body, identity_subject: caller.subject }, clock.now());
    if (registered.outcome === 'registered') return inserted(registered.id);
    await admitToAccount(caller);
    return ACKNOWLEDGED;
  });
}

function selling(serve: ServeCall, { db, clock }: Needs): void {
  serve('GET /users/selling', async ({ caller }) => ({ reply: { since: toIso((await findUser(db, caller.userId))?.selling_since ?? null) } }));

  serve('POST /users/selling', async ({ caller }) => {
    const isChanged = await startSelling(db, caller.userId, clock.now());
    return updated(isChanged);
  });
}

function lookUps(serve: ServeCall, { db }: Needs): void {
  serve('GET /users/admin/:email', async ({ caller, params }) => {
    const user = mayLookUp(caller, params.email) ? await findUserByEmail(db, params.email) : undefined;
    return { reply: { isAdmin: user?.role === 'admin' && user.removed_at === null } };
  });

  serve('GET /users/sellers/:email', async ({ caller, params }) => {
    const user = mayLookUp(caller, params.email) ? await findUserByEmail(db, params.email) : undefined;
    return { reply: { isSeller: user?.role === 'seller' && user.removed_at === null } };
  });

  serve('GET /users/verify', async ({ caller, query }) => {
    const user = mayLookUp(caller, query.email) ? await findUserByEmail(db, query.email) : undefined;
    return { reply: { isVerified: user?.role === 'seller' && user.verified_at !== null && user.removed_at === null } };
  });
}

function forAdmins(serve: ServeCall, { db, clock }: Needs): void {
  for (const [name, role] of [
    ['GET /users/buyers', 'buyer'],
    ['GET /users/sellers', 'seller'],
  ] as const) {
    serve(name, async ({ query }) => {
      if (query.sort === 'name') {
        await indexPeople(db, NEWCOMERS);
        const list = `${name} name`;
        const page = await findUsersByName(db, role, { ...query, after: readTextCursor(list, query.cursor) });
        return { reply: page.items, next: writeCursor(list, page.next) };
      }
      const { list, direction } = sortedAs(name, query.sort);
      const page = await findUsersByRole(db, role, { ...query, direction, after: readCursor(list, query.cursor) });
      return { reply: page.items, next: writeCursor(list, page.next) };
    });
  }

  serve('PUT /products/', async ({ query }) => {
    const seller = await findUser(db, query.id);
    if (!seller || seller.removed_at !== null || seller.role !== 'seller' || seller.email !== query.email)
      throw new NotFoundError('This seller doesn’t exist.');
    const isChanged = await verifySeller(db, seller.id, clock.now());
    return updated(isChanged);
  });

  serve('POST /users/:id/unverify', async ({ params, body: { reason } }) => {
    const seller = await findSeller(db, params.id);
    if (!seller) throw new NotFoundError('This seller doesn’t exist.');
    const isChanged = await unverifySeller(db, seller.id, { reason, now: clock.now() });
    return updated(isChanged);
  });
}
