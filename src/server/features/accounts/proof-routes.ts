import { ConflictError, type HttpError, InvalidError, TooManyError } from '../../errors.ts';
import { CLIENT_ADDRESS, toHeaders } from '../../http/fetch-handler.ts';
import { updated } from '../../http/replies.ts';
import type { ServeCall } from '../../http/route.ts';
import type { ProofOutcome, Proofs } from '../../ports/identity.ts';
import type { Services } from '../../services.ts';

const OTHER_WAY = 'Your account uses a different way to confirm it’s you. Check your security page.';

const WRONG = {
  'wrong-password': { field: 'password', sentence: 'Wrong password.' },
  'wrong-code': { field: 'code', sentence: 'This code is wrong or has expired.' },
  'used-code': { field: 'code', sentence: 'This code has already been used. Wait for the next one and enter it.' },
  'wrong-passkey': { field: 'passkey', sentence: 'This passkey doesn’t belong to your account. Use one listed on your security page.' },
} as const;

/** Confirming the identity of somebody who is logged in. */
export function proofRoutes(serve: ServeCall, { identity }: Pick<Services, 'identity'>): void {
  const proofs = (): Proofs => {
    if (!identity.proofs) throw new ConflictError('conflict', 'You log in through another service. Log in again to confirm it’s you.');
    return identity.proofs;
  };

  serve('GET /proof', async ({ caller }) => ({ reply: { ways: (await identity.proofs?.ways(caller.email)) ?? ['log-in'] } }));

  serve('POST /proof', async ({ caller, body, request }) => {
    const headers = toHeaders(request);
    headers.set(CLIENT_ADDRESS, request.server.findAddress(request));
    const outcome = await proofs().prove({ email: caller.email, sessionId: caller.sessionId, headers, given: body });
    if (outcome.kind !== 'proven') throw refusalOf(outcome);
    return updated();
  });

  serve('POST /proof/mail', async ({ caller }) => {
    const seconds = await proofs().sendCode({ email: caller.email, sessionId: caller.sessionId });
    if (seconds === null) throw new ConflictError('conflict', OTHER_WAY);
    if (seconds > 0) throw new TooManyError('codes by mail', seconds);
    return updated();
  });
}

function refusalOf(outcome: Exclude<ProofOutcome, { kind: 'proven' }>): HttpError {
  if (outcome.kind === 'too-many') return new TooManyError('wrong passwords or codes', outcome.retryAfterSeconds);
  if (outcome.kind === 'other-way') return new ConflictError('conflict', OTHER_WAY);
  const { field, sentence } = WRONG[outcome.kind as keyof typeof WRONG];
  return new InvalidError(sentence, { [field]: sentence });
}
