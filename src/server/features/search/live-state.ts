import type { ChangeFeed } from '../../db/change-feed.ts';
import type { Change } from '../../db/changes.ts';
import type { Db } from '../../db/tables.ts';
import type { IndexState } from './index-state.ts';
import { follow, loadState } from './loading.ts';

export type LiveState = {
  /** What is on sale, less than a second old; read first, unless that was done. */
  open(): Promise<IndexState>;
  /** The same as it is now; null while it is being read. */
  current(): IndexState | null;
};

/** Reads what is on sale once, and follows every change from then on. `onChange` and `onLoad` are called before anybody sees the new state. */
export function createLiveState(db: Db, feed: ChangeFeed, { onChange, onLoad }: { onChange(): void; onLoad(): void }): LiveState {
  let state: IndexState | null = null;
  let loading: Promise<IndexState> | null = null;
  /** Changes that came while everything was being read. */
  let missed: Change[] = [];
  /** Goes up whenever everything has to be read again: what was read before then lacks something. */
  let era = 0;

  async function load(): Promise<IndexState> {
    const began = era;
    missed = [];
    const loaded = await loadState(db);
    // While these are followed, more may come.
    while (missed.length > 0) {
      const changes = missed;
      missed = [];
      await follow(db, loaded, changes);
    }
    if (began !== era) return load();
    state = loaded;
    onLoad();
    return loaded;
  }

  feed.listen({
    async onChanges(changes) {
      if (loading) missed.push(...changes);
      if (!state) return;
      onChange();
      try {
        await follow(db, state, changes);
      } catch (error) {
        // A state that followed only some of the changes is wrong: everything is read again when it is next asked for.
        state = null;
        throw error;
      }
    },
    onLost() {
      era += 1;
      state = null;
    },
  });

  return {
    current: () => state,
    async open() {
      await feed.keepUp();
      if (state) return state;
      loading ??= load().finally(() => {
        loading = null;
      });
      return loading;
    },
  };
}
