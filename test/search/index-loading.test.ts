import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import type { ChangeFeed, ChangeListener } from '#server/db/change-feed.ts';
import type { Change } from '#server/db/changes.ts';
import { openDatabase } from '#server/db/database.ts';
import { createSearchIndex, NO_FILTERS } from '#server/features/search/index.ts';
import { createTestApp } from '#test/support/app.ts';
import { createListing, createPerson } from '#test/support/world/world.ts';

test('The search index finds changes made while it was loading', async () => {
  const shop = await createTestApp();
  const seller = await createPerson(shop, 'seller');
  const listeners: ChangeListener[] = [];
  const feed: ChangeFeed = { listen: (listener) => void listeners.push(listener), catchUp: async () => {}, keepUp: async () => {}, isUpToDate: () => true };
  const report = (id: string) => {
    const change: Change = { id, at: 1, listing_id: id, category_id: null, seller_id: null, topic: null };
    for (const listener of listeners) void listener.onChanges([change]);
  };
  const [early, late] = [await createListing(shop, seller), await createListing(shop, seller)];
  const { db } = shop.services;
  // Over another connection, as from another process.
  const other = openDatabase(shop.config.database);
  let [hasWarned, isFollowing, isSold] = [false, false, false];
  const monitoring: KyselyPlugin = {
    transformQuery({ node }) {
      const asked = JSON.stringify(node);
      // Verified sellers are read in the middle of loading.
      if (!hasWarned && asked.includes('verified_at')) {
        hasWarned = true;
        report(early);
      }
      isFollowing ||= asked.includes(`"${early}"`);
      return node;
    },
    async transformResult({ result }) {
      if (!isFollowing || isSold) return result;
      isSold = true;
      await other.updateTable('listings').set({ sold_at: 1 }).where('id', '=', late).execute();
      report(late);
      return result;
    },
  };
  const searchIndex = createSearchIndex(db.withPlugin(monitoring), feed);
  await searchIndex.load();
  expect(isSold).toBe(true);
  expect((await searchIndex.findIds({ filters: NO_FILTERS, search: 'galaxy' }, 'newest', { limit: 9, after: null })).items).toEqual([early]);
  await other.destroy();
  await shop.close();
});
