import { AsyncLocalStorage } from 'node:async_hooks';

/** A session that a request has made. */
export type NewSession = { id: string; userId: string };

const noted = new AsyncLocalStorage<NewSession[]>();

/** Remembers a session for whoever answers the request: whichever way somebody came in, it is made before anybody is told of it. */
export const noteNewSession = ({ id, userId }: NewSession): void => void noted.getStore()?.push({ id, userId });

/** Runs something, and says which sessions were made meanwhile. */
export const notingNewSessions = async <T>(run: () => Promise<T>): Promise<{ outcome: T; sessions: NewSession[] }> => {
  const sessions: NewSession[] = [];
  return { outcome: await noted.run(sessions, run), sessions };
};
