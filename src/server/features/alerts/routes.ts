import { setImmediate } from 'node:timers/promises';
import type { SavedSearch } from '#contract/alerts/alerts.ts';
import { NotFoundError } from '../../errors.ts';
import { ACKNOWLEDGED, deleted, inserted, updated } from '../../http/replies.ts';
import type { ServeCall } from '../../http/route.ts';
import type { SearchEngine } from '../../ports/search-engine.ts';
import type { Services } from '../../services.ts';
import type { KnownModels } from '../phone-models/index.ts';
import { deleteSearch, saveSearch } from './commands.ts';
import { findSavedSearch, findSavedSearches, setFrequency } from './queries.ts';
import { dueAt } from './rules.ts';
import { canBeAd } from './wanted/describe.ts';
import { findOwnSearch } from './wanted/queries.ts';

/** Searches that people save, to be alerted of phones that match. */
export function alertRoutes(serve: ServeCall, services: Pick<Services, 'db' | 'clock'> & { searchEngine: SearchEngine; models: KnownModels }): void {
  const { db, clock } = services;

  serve('GET /savedSearches', async ({ caller }) => {
    const reply: SavedSearch[] = [];
    for (const { criteria, ...search } of await findSavedSearches(db, caller.userId, clock.now())) {
      reply.push({ ...search, canBeAd: await canBeAd(services, { ...search, criteria }) });
      // Other requests come between: a search can name many colors, and SQLite answers without leaving the event loop.
      await setImmediate();
    }
    return { reply };
  });

  serve('POST /savedSearches', async ({ caller, body }) => {
    const insertedId = await saveSearch(services, caller.userId, body);
    if (insertedId === null) return ACKNOWLEDGED;
    const { reply, ...created } = inserted(insertedId);
    const search = await findOwnSearch(db, insertedId, caller.userId);
    return { ...created, reply: { ...reply, canBeAd: search !== undefined && (await canBeAd(services, search)) } };
  });

  serve('PUT /savedSearches/:id', async ({ caller, params, body: { frequency } }) => {
    await requireOwn(caller.userId, params.id);
    const due = dueAt(frequency, clock.now());
    const isChanged = await db.transaction().execute((tx) => setFrequency(tx, params.id, { frequency, due }));
    return updated(isChanged);
  });

  serve('DELETE /savedSearches/:id', async ({ caller, params }) => {
    await requireOwn(caller.userId, params.id);
    return deleted(await deleteSearch(services, params.id));
  });

  async function requireOwn(userId: string, id: string): Promise<void> {
    if ((await findSavedSearch(db, id))?.user_id !== userId) throw new NotFoundError('You have saved no such search.');
  }
}
