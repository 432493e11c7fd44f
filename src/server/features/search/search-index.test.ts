import { createChangeFeed } from '#server/db/change-feed.ts';
import { describeSearchEngine } from '#test/ports/search-engine.suite.ts';
import { freshDatabase } from '#test/support/database.ts';
import { createSearchIndex } from './index.ts';

describeSearchEngine('the index in memory', async () => {
  const { db, drop } = await freshDatabase();
  const feed = createChangeFeed(() => db);
  return { engine: createSearchIndex(db, feed), db, catchUp: feed.catchUp, close: drop };
});
