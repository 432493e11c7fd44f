import type { ChangeFeed } from './change-feed.ts';
import type { Change } from './changes.ts';

type Store<T> = { get(key: string): T | undefined; set(key: string, value: T): unknown; delete(key: string): unknown; clear(): void };

/** What a change ends: the value of one key, all of them, or none. */
export type Ended = { key: string } | 'all' | null;

/** Values read from the database, each until a change ends it in any process. */
export type FollowedCache<T> = {
  /** Call before `get`, which is then up to date. */
  keepUp(): Promise<void>;
  get(key: string): T | undefined;
  /** Call before reading what `set` gets. */
  begin(): number;
  /** Stores a value that was read since `began`, unless anything has ended since: it may be old. */
  set(began: number, key: string, value: T): void;
};

export function createFollowedCache<T>(feed: ChangeFeed, store: Store<T>, endedBy: (change: Change) => Ended): FollowedCache<T> {
  let turn = 0;
  const end = (ended: Ended): void => {
    if (ended === null) return;
    turn += 1;
    if (ended === 'all') store.clear();
    else store.delete(ended.key);
  };
  feed.listen({
    onChanges(changes) {
      for (const change of changes) end(endedBy(change));
    },
    onLost: () => end('all'),
  });
  return {
    keepUp: () => feed.keepUp(),
    get: (key) => store.get(key),
    begin: () => turn,
    set(began, key, value) {
      if (began === turn) store.set(key, value);
    },
  };
}
