import type { Db } from '../../../db/tables.ts';
import { claimKey, findReplay, inTransaction, saveReplay, type Work } from './queries.ts';
import { RestRefusal, unreadable } from './refusals.ts';
import type { Answer } from './rest-call.ts';

export type Once = { key: string; fingerprint: string; now: number };

const MAX_KEY_LENGTH = 255;

/** Returns the idempotency key of a request; null when it has none. */
export function readKey(headers: Headers): string | null {
  const key = headers.get('idempotency-key');
  if (key === null || key === '') return null;
  if (key.length > MAX_KEY_LENGTH) throw unreadable(`An idempotency key can have at most ${MAX_KEY_LENGTH} characters.`);
  return key;
}

/**
 * Runs the work once for each key, in one transaction with its effect. A repeated request gets the same reply, even a concurrent one: it waits for
 * the first one's transaction. A refusal thrown as an exception changes nothing, so its key may be used again.
 */
export function doOnce(db: Db, once: Once | null, run: (work: Work) => Promise<Answer>): Promise<{ status: number; body: string; replayed: boolean }> {
  return inTransaction(db, async (work) => {
    if (once && !(await claimKey(work, once.key, once.fingerprint, once.now))) {
      const replay = await findReplay(work, once.key);
      if (!replay || replay.fingerprint !== once.fingerprint) throw otherRequest();
      return { status: replay.status, body: replay.body, replayed: true };
    }
    const answer = await run(work);
    const stored = { status: answer.status, body: JSON.stringify(answer.body) };
    if (once) await saveReplay(work, once.key, stored);
    return { ...stored, replayed: false };
  });
}

function otherRequest(): RestRefusal {
  return new RestRefusal(400, {
    type: 'idempotency_error',
    message: 'This idempotency key was used for another request. Use a new key for a new request.',
  });
}
