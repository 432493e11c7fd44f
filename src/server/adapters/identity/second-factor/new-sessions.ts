import { AsyncLocalStorage } from 'node:async_hooks';

/** A session that a request has created. */
export type NewSession = { id: string; userId: string };

/** What a request has created: sessions, and possibly an account. */
export type Made = { sessions: NewSession[]; isNewAccount: boolean };

const noted = new AsyncLocalStorage<Made>();

/** Records a session for the rest of the request: every way to log in creates it before the response is sent. */
export const noteNewSession = ({ id, userId }: NewSession): void => void noted.getStore()?.sessions.push({ id, userId });

/** Records that the request has created an account, too. */
export function noteNewAccount(): void {
  const made = noted.getStore();
  if (made) made.isNewAccount = true;
}

/** Runs `run` and returns its outcome with what was created meanwhile. */
export async function notingNewSessions<T>(run: () => Promise<T>): Promise<Made & { outcome: T }> {
  const made: Made = { sessions: [], isNewAccount: false };
  const outcome = await noted.run(made, run);
  return { ...made, outcome };
}
