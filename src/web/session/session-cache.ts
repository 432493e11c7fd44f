import type { QueryClient } from '@tanstack/react-query';
import type { Session } from '../use-app.tsx';

/** The first word of every query key whose answer belongs to one person. */
export const PRIVATE = 'private';

/** Clears the query cache when another person logs in, so that nobody sees someone else's data. Returns a function that stops it. */
export function keepCacheToPerson(session: Session, queries: QueryClient): () => void {
  let person = personOf(session);
  return session.subscribe(() => {
    const before = person;
    person = personOf(session);
    if (person === before) return;
    if (before !== null) void forget(queries);
    // What was read for nobody in particular shows more to someone who is signed in.
    else void queries.invalidateQueries();
  });
}

function personOf(session: Pick<Session, 'state'>): string | null {
  const state = session.state();
  return state.status === 'signed-in' ? state.identity.email : null;
}

/** Everything read for the person before goes: public answers too, since they may hold what only signed-in people see. */
async function forget(queries: QueryClient): Promise<void> {
  queries.removeQueries({ predicate: (query) => query.queryKey[0] === PRIVATE || !query.isActive() });
  queries.getMutationCache().clear();
  await queries.resetQueries();
}
