import type { FastifyRequest } from 'fastify';
import type { Role } from '#contract/accounts.ts';
import type { Access, Endpoint } from '#contract/endpoint.ts';
import { Forbidden, NotSignedIn } from '../errors.ts';
import type { IdentityProvider, ProvenIdentity } from '../ports/identity.ts';
import { toHeaders } from './fetch-handler.ts';

/**
 * Who is making a call, as their access token proves; `sessionId` is the sign-in that it was made for. `lacksSecondFactor`: an admin who may do nothing as one
 * before they turned a second factor on.
 */
export type Viewer = { userId: string; email: string; name: string; role: Role; verified: boolean; sessionId: string; lacksSecondFactor: boolean } & {
  /** When the account was made, epoch ms. */
  since: number;
};

/** Reads an access token: the viewer, `unregistered` for a person without an account in the shop, or null when it proves nothing (any more). */
export type ReadViewer = (token: string) => Promise<Viewer | 'unregistered' | null>;

export type CallerOf<A extends Access> = A extends 'anyone' ? Viewer | null : A extends 'identity' ? ProvenIdentity : A extends 'provider' ? null : Viewer;

type Asked = Pick<Endpoint, 'access' | 'rows'>;

const BEARER = /^Bearer +([^\s]+)$/iu;

const readBearer = (request: FastifyRequest): string | null => BEARER.exec(request.headers.authorization ?? '')?.[1] ?? null;

const ROLE_REFUSALS = {
  customer: 'Only buyers and sellers can do that.',
  seller: 'Only sellers can do that.',
  admin: 'Only an admin can do that.',
};

const LACKS = 'This shop asks its admins for a second factor. Turn it on under Dashboard, Security; until then nothing can be done as an admin.';

/** Throws 403 where an admin would act as one, and has no second factor though the shop asks for it. */
const asAdmin = (viewer: Viewer, { access, rows }: Asked): Viewer => {
  if (!viewer.lacksSecondFactor) return viewer;
  if (access === 'admin' || rows === 'own-or-admin') throw new Forbidden(LACKS, 'second_factor_needed');
  return viewer;
};

/** Finds out who calls, and refuses whoever may not: 401 nobody, 403 the wrong role, or an admin without the second factor that the shop asks for. */
export const createAccess = (readViewer: ReadViewer, identity: Pick<IdentityProvider, 'identify'>) => {
  const viewerOf = async (request: FastifyRequest): Promise<Viewer | 'unregistered' | null> => {
    const token = readBearer(request);
    return token === null ? null : readViewer(token);
  };

  const admit = async (request: FastifyRequest, asked: Asked): Promise<Viewer | ProvenIdentity | null> => {
    const { access } = asked;
    if (access === 'provider') return null;
    if (access === 'identity') {
      const proven = await identity.identify(toHeaders(request));
      if (!proven) throw new NotSignedIn();
      return proven;
    }
    const viewer = await viewerOf(request);
    // A public page must not break for someone whose token has just run out.
    if (access === 'anyone') return viewer === 'unregistered' ? null : viewer;
    if (viewer === null) throw new NotSignedIn();
    if (viewer === 'unregistered') throw new Forbidden('Finish creating your account first.', 'not_registered');
    if (access === 'signed-in') return asAdmin(viewer, asked);
    const isAllowed = access === 'customer' ? viewer.role !== 'admin' : viewer.role === access;
    if (!isAllowed) throw new Forbidden(ROLE_REFUSALS[access]);
    return asAdmin(viewer, asked);
  };

  return admit;
};
export type Admit = ReturnType<typeof createAccess>;
