import { AsyncLocalStorage } from 'node:async_hooks';

/** A session that a request has made. */
export type NewSession = { id: string; userId: string };

/** What a request has made: sessions, and an account. */
export type Made = { sessions: NewSession[]; isNewAccount: boolean };

const noted = new AsyncLocalStorage<Made>();

/** Remembers a session for whoever answers the request: whichever way somebody came in, it is made before anybody is told of it. */
export const noteNewSession = ({ id, userId }: NewSession): void => void noted.getStore()?.sessions.push({ id, userId });

/** Remembers that the request made an account, too. */
export function noteNewAccount(): void {
  const made = noted.getStore();
  if (made) made.isNewAccount = true;
}

/** Runs something, and says what was made meanwhile. */
export async function notingNewSessions<T>(run: () => Promise<T>): Promise<Made & { outcome: T }> {
  const made: Made = { sessions: [], isNewAccount: false };
  const outcome = await noted.run(made, run);
  return { ...made, outcome };
}
