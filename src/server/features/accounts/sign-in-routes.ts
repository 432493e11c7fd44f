import { ConflictError, InvalidError, NotFoundError, TooManyError } from '../../errors.ts';
import { deleted, updated } from '../../http/replies.ts';
import type { ServeCall } from '../../http/route.ts';
import type { PasswordChange } from '../../ports/identity.ts';
import type { Services } from '../../services.ts';
import { writeAudit } from '../audit/index.ts';
import { findUser } from './queries.ts';
import { findSessions } from './sessions.ts';

const NO_PASSWORD = 'You log in without a password. To set one, choose “Set a password” on your security page.';
const STORED_ELSEWHERE = 'Your password is managed by the service you log in through. To change it, log out and select “Forgot Password” on the login page.';

/** The caller's sessions and password. */
export function signInRoutes(serve: ServeCall, { db, identity, clock }: Pick<Services, 'db' | 'identity' | 'clock'>): void {
  serve('GET /sessions', async ({ caller }) => {
    const found = await findSessions(identity, caller.email, clock.now());
    return { reply: found.map((session) => ({ ...session, current: session._id === caller.sessionId })) };
  });

  serve('DELETE /sessions/:id', async ({ caller, params }) => {
    const deletedCount = await identity.endSignIn(caller.email, params.id, clock.now());
    if (deletedCount === 0) throw new NotFoundError('This session has already ended.');
    return deleted(deletedCount);
  });

  serve('DELETE /sessions', async ({ caller }) => {
    const deletedCount = await identity.endOtherSignIns(caller.email, caller.sessionId, clock.now());
    return deleted(deletedCount);
  });

  serve('DELETE /users/:id/sessions', async ({ params }) => {
    const person = await findUser(db, params.id);
    if (!person || person.removed_at !== null) throw new NotFoundError('This person doesn’t exist.');
    const now = clock.now();
    const ended = await identity.findSignIns(person.email, now);
    await identity.endSessions(person.email);
    if (ended.length > 0) await writeAudit(db, { act: 'person_logged_out', subject: { kind: 'user', id: person.id }, after: { sessions: ended.length }, now });
    return deleted(ended.length);
  });

  serve('POST /password', async ({ caller, body, response }) => {
    if (!identity.changePassword) throw new ConflictError('conflict', STORED_ELSEWHERE);
    const { currentPassword: present, newPassword: next } = body;
    response.header('set-cookie', requireChanged(await identity.changePassword({ email: caller.email, present, next, storedId: caller.sessionId })));
    return updated();
  });
}

/** Throws the outcome's error unless the password was changed. Returns the browser's new cookie. */
function requireChanged(outcome: PasswordChange): string {
  if (outcome.kind === 'none') throw new ConflictError('conflict', NO_PASSWORD);
  if (outcome.kind === 'too-many') throw new TooManyError('wrong passwords', outcome.retryAfterSeconds);
  if (outcome.kind === 'wrong') throw new InvalidError('Wrong password.', { currentPassword: 'Wrong password.' });
  if (outcome.kind === 'guessable') throw new InvalidError(outcome.sentence, { newPassword: outcome.sentence });
  return outcome.cookie;
}
