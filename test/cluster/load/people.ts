import { setTimeout as wait } from 'node:timers/promises';
import { signToken, TOKEN_SECONDS } from '#server/features/accounts/tokens.ts';
import type { TestApp } from '#test/support/app.ts';
import type { Caller, Reply } from '#test/support/world/calls.ts';
import { createClient } from '#test/support/world/client.ts';
import { createPerson, type Person } from '#test/support/world/world.ts';
import { type Call, isSuccess, type Journal } from './journal.ts';

/** People give up waiting for an answer after this: longer than the shop waits for its database. */
const PATIENCE_MS = 25_000;
/** How long they wait before they try again, and how often they do. */
const AGAIN_MS = 500;
const MOST_TRIES = 120;

/** Somebody who uses the shop. */
export type Actor = Caller & { email: string };

export type World = { shop: TestApp; url: string; journal: Journal };

/** Creates a logged-in person, whose token never expires. */
export async function createActor({ shop, url }: World, role: Person['role']): Promise<Actor> {
  const person = await createPerson(shop, role);
  const client = createClient(url);
  let renewAt = 0;
  return {
    email: person.email,
    async call(method, path, body, headers) {
      if (Date.now() >= renewAt) {
        client.token = await signToken({ email: person.email, sessionId: person.sessionId, emailVerified: true }, shop.services.tokenSecret, Date.now());
        renewAt = Date.now() + (TOKEN_SECONDS * 1000) / 3;
      }
      return client.call(method, path, body, headers);
    },
  };
}

/** Makes a call and notes its outcome; null when no answer came in time. */
export async function noted<R extends Reply & { headers?: Headers }>(journal: Journal, kind: Call['kind'], call: () => Promise<R>): Promise<R | null> {
  const sentAt = performance.now();
  const reply = await Promise.race([call().catch(() => null), wait(PATIENCE_MS, null, { ref: false })]);
  const text = reply !== null && reply.status >= 400 ? JSON.stringify(reply.body).slice(0, 200) : '';
  const hasRetryAfter = Number(reply?.headers?.get('retry-after')) > 0;
  journal.calls.push({ kind, sentAt, endedAt: performance.now(), status: reply?.status ?? null, hasRetryAfter, text });
  return reply;
}

/** Tries again until the shop answers, as people do; null when it succeeds no more, or refuses. */
export async function insist<R extends Reply & { headers?: Headers }>(
  { journal, isOver }: { journal: Journal; isOver: () => boolean },
  kind: Call['kind'],
  call: () => Promise<R>,
): Promise<R | null> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const reply = await noted(journal, kind, call);
    if (reply && isSuccess(reply)) return reply;
    // Refused: somebody else was faster, or an earlier try came through whose answer was lost.
    if (reply && reply.status < 500) return null;
    if (isOver()) return null;
    await wait(AGAIN_MS);
  }
  return null;
}
