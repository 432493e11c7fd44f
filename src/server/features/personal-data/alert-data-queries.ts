import { ownRows } from './own-row-queries.ts';
import type { StoredTables } from './stored-data.ts';

/** What is stored of saved searches, their alerts and their wanted ads. */
export const ALERT_DATA = {
  saved_searches: {
    name: 'saved_searches',
    about: 'Searches you saved, how often you are alerted, and the wanted ads you made of them (prices in cents).',
    rows: ownRows(
      'saved_searches',
      ['title', 'path', 'frequency', 'created_at', 'due_at', 'wanted_at', 'wanted_phone', 'wanted_cents', 'wanted_until', 'wanted_removed_at'],
      { owner: 'user_id', order: ['created_at'] },
    ),
  },
  wanted_answers: {
    name: 'wanted_answers',
    about: 'Phones that answered your wanted ads, and wanted ads that you answered with your own phones.',
    rows: (db, { id }) => {
      const answers = db
        .selectFrom('wanted_answers')
        .innerJoin('saved_searches', 'saved_searches.id', 'wanted_answers.search_id')
        .select(['saved_searches.wanted_phone', 'wanted_answers.listing_id', 'wanted_answers.created_at']);
      // One condition for both sides would read all answers.
      const either = answers.where('saved_searches.user_id', '=', id).union(answers.where('wanted_answers.seller_id', '=', id));
      return db.selectFrom(either.as('either')).selectAll().orderBy('created_at').execute();
    },
  },
  removed_wanted_ads: {
    name: 'removed_wanted_ads',
    about: 'Wanted ads that we removed, and whose searches you deleted: they can’t be posted again.',
    rows: ownRows('removed_wanted_ads', ['path', 'removed_at'], { owner: 'user_id', order: ['removed_at'] }),
  },
  search_matches: {
    name: 'search_matches',
    about: 'Phones that matched searches you saved, and when you were alerted.',
    rows: (db, { id }) =>
      db
        .selectFrom('search_matches')
        .innerJoin('saved_searches', 'saved_searches.id', 'search_matches.search_id')
        .select(['saved_searches.title', 'search_matches.listing_id', 'search_matches.created_at', 'search_matches.notified_at'])
        .where('saved_searches.user_id', '=', id)
        .orderBy('search_matches.created_at')
        .execute(),
  },
} satisfies Partial<StoredTables>;
