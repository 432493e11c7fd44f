import type { QueryClient } from '@tanstack/react-query';
import type { Session } from '../use-app.tsx';
import { forgetDraftsOfOthers } from './drafts-owner.ts';
import { forgetOrderPages } from './order-pages.ts';
import { forgetPushHere } from './push-here.ts';

/** The first part of every query key whose data belongs to one user. */
export const PRIVATE = 'private';

/** Clears the query cache and the tab's drafts when another person logs in, so that nobody sees someone else's data. Returns a function that stops it. */
export function keepCacheToPerson(session: Session, queries: QueryClient): () => void {
  let person = personOf(session);
  let last = person;
  return session.subscribe(() => {
    const before = person;
    person = personOf(session);
    // Without a reply nobody has logged out: a lost connection is what the stored pages are for.
    if (session.state().status === 'signed-out' || (last && person && person !== last)) {
      // Another tab may have stored something for this person already.
      for (const forgetHere of [forgetOrderPages, forgetPushHere]) void forgetHere(person).catch(() => null);
    }
    last = person ?? last;
    if (person === before) return;
    // Before any form of this person reads its draft: this listener is the first.
    if (person !== null) forgetDraftsOfOthers(person);
    if (before !== null) void forget(queries);
    // Public data read anonymously shows more to a signed-in user.
    else void queries.invalidateQueries();
  });
}

function personOf(session: Pick<Session, 'state'>): string | null {
  const state = session.state();
  return state.status === 'signed-in' ? state.identity.email : null;
}

/** Everything read for the previous user goes: public replies too, since they may contain what only signed-in users see. */
async function forget(queries: QueryClient): Promise<void> {
  queries.removeQueries({ predicate: (query) => query.queryKey[0] === PRIVATE || !query.isActive() });
  queries.getMutationCache().clear();
  await queries.resetQueries();
}
