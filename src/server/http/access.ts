import type { FastifyRequest } from 'fastify';
import type { Role } from '#contract/accounts/accounts.ts';
import { PROOF_MINUTES } from '#contract/accounts/proof.ts';
import { type Access, type Endpoint, needsRecentProof } from '#contract/shared/endpoint.ts';
import { ForbiddenError, MalformedError, NotSignedInError } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { IdentityProvider, ProvenIdentity } from '../ports/identity.ts';
import type { FindAddress } from '../security/client-network.ts';
import { ownOriginOf, toHeaders } from './fetch-handler.ts';
import { comesFromElsewhere, comesFromOwnPage } from './own-pages.ts';

/**
 * The caller, as proven by their access token; `sessionId` is the login it was issued for. `lacksSecondFactor`: an admin without the second factor
 * the shop requires, so without admin rights.
 */
export type Viewer = { userId: string; email: string; name: string; role: Role; verified: boolean; sessionId: string; lacksSecondFactor: boolean } & {
  /** When the account was created, epoch ms. */
  since: number;
  /** Whether the identity service has verified the email address; `verified` is a seller's badge. */
  addressVerified: boolean;
};

/** The caller of a public call and their request, which has the network address. */
export type Asking = { caller: Viewer | null; request: Parameters<FindAddress>[0] };

/** The viewer, `unregistered` for a person without an account in the shop, or null without valid proof. */
type Found = Promise<Viewer | 'unregistered' | null>;

/** Identifies the caller from an access token, or from what the identity service has verified. */
export type ReadViewer = { byToken(token: string): Found; byIdentity(proven: ProvenIdentity): Found };

export type CallerOf<A extends Access> = A extends 'anyone' ? Viewer | null : A extends 'identity' ? ProvenIdentity : A extends 'provider' ? null : Viewer;

type Asked = Pick<Endpoint, 'access' | 'rows' | 'cookie' | 'proof'>;
type AccessNeeds = { identity: Pick<IdentityProvider, 'identify' | 'provenAt'>; clock: Clock };

const BEARER = /^Bearer +([^\s]+)$/iu;

const ROLE_REFUSALS = {
  customer: 'Only buyers and sellers can do this.',
  seller: 'Only sellers can do this.',
  admin: 'Only an admin can do this.',
};

const LACKS = 'Admins of this shop need two-factor authentication. Turn it on under Dashboard > Security to use admin features.';

const STALE = `Confirm that it’s you first: you logged in more than ${PROOF_MINUTES} minutes ago. You can also log in again.`;
export type Admit = ReturnType<typeof createAccess>;

/**
 * Identifies the caller and checks their access. Throws 401 without proof; 403 for the wrong role, for an admin without the required second factor,
 * or, for actions that can't be undone, when the last proof is too old.
 */
export function createAccess(readViewer: ReadViewer, { identity, clock }: AccessNeeds) {
  const requireRecentProof = async ({ sessionId }: Viewer): Promise<void> => {
    const provenAt = await identity.provenAt(sessionId);
    if (provenAt === null || provenAt < clock.now() - PROOF_MINUTES * 60_000) throw new ForbiddenError(STALE, 'proof_needed');
  };

  const viewerOf = async (request: FastifyRequest, { cookie }: Asked): Found => {
    const token = readBearer(request.headers.authorization);
    if (token !== null) return readViewer.byToken(token);
    if (!cookie || request.headers.authorization !== undefined) return null;
    const headers = toHeaders(request);
    if (!headers.has('cookie') || !comesFromOwnPage(headers, ownOriginOf(request))) return null;
    requireJson(request);
    const proven = await identity.identify(headers);
    return proven && readViewer.byIdentity(proven);
  };

  const admitAnyTime = async (request: FastifyRequest, asked: Asked): Promise<Viewer | ProvenIdentity | null> => {
    const { access } = asked;
    if (access === 'provider') return null;
    if (access === 'identity') {
      const proven = await identity.identify(withoutForeignCookie(request));
      if (!proven) throw new NotSignedInError();
      return proven;
    }
    const viewer = await viewerOf(request, asked);
    if (viewer !== null && viewer !== 'unregistered') request.person = viewer.userId;
    // A public page must not break for someone whose token has just expired.
    if (access === 'anyone') return viewer === 'unregistered' ? null : viewer;
    if (viewer === null) throw new NotSignedInError();
    if (viewer === 'unregistered') throw new ForbiddenError('Finish creating your account first.', 'not_registered');
    if (access === 'signed-in') return asAdmin(viewer, asked);
    const isAllowed = access === 'customer' ? viewer.role !== 'admin' : viewer.role === access;
    if (!isAllowed) throw new ForbiddenError(ROLE_REFUSALS[access]);
    return asAdmin(viewer, asked);
  };

  return async (request: FastifyRequest, asked: Asked): Promise<Viewer | ProvenIdentity | null> => {
    const caller = await admitAnyTime(request, asked);
    if (caller !== null && 'userId' in caller && needsRecentProof(request.method, asked)) await requireRecentProof(caller);
    return caller;
  };
}

const readBearer = (authorization: string | undefined): string | null => BEARER.exec(authorization ?? '')?.[1] ?? null;

/** Identifies the caller of a public call, which must not fail for someone whose token has just expired. */
export async function recognize(readViewer: Pick<ReadViewer, 'byToken'>, authorization: string | undefined): Promise<Viewer | null> {
  const token = readBearer(authorization);
  const viewer = token === null ? null : await readViewer.byToken(token);
  return viewer === 'unregistered' ? null : viewer;
}

/** A form on another site can send text fields without a preflight, but not JSON. */
function requireJson({ body, headers }: FastifyRequest): void {
  if (body === undefined || body === null || /^application\/json\b/iu.test(headers['content-type'] ?? '')) return;
  throw new MalformedError('This content type isn’t supported here. Send JSON.');
}

/** Browsers send cookies with requests from any page, so they count only when the shop's own page made the request. */
function withoutForeignCookie(request: FastifyRequest): Headers {
  const headers = toHeaders(request);
  if (comesFromElsewhere(headers, ownOriginOf(request))) headers.delete('cookie');
  return headers;
}

/** Throws 403 when an admin without the required second factor makes an admin call. */
function asAdmin(viewer: Viewer, { access, rows }: Asked): Viewer {
  if (!viewer.lacksSecondFactor) return viewer;
  if (access === 'admin' || rows === 'own-or-admin') throw new ForbiddenError(LACKS, 'second_factor_needed');
  return viewer;
}
