import type { ChangeFeed } from './change-feed.ts';
import type { Change } from './changes.ts';

export type LiveCopy<T> = {
  /** Returns the copy, less than a second old; loads it first if necessary. */
  open(): Promise<T>;
  /** The present copy; null while it is being loaded. */
  current(): T | null;
};

type Source<T> = {
  load(): Promise<T>;
  /** Applies changes to a copy. */
  follow(copy: T, changes: Change[]): Promise<void>;
  /** Called before a freshly loaded copy is used. */
  onLoad?(): void;
};

/** An in-memory copy of database rows: loaded once, then updated with every change. */
export function createLiveCopy<T extends object>(feed: ChangeFeed, { load, follow, onLoad = () => {} }: Source<T>): LiveCopy<T> {
  let copy: T | null = null;
  let loading: Promise<T> | null = null;
  /** Changes that arrived while loading. */
  let missed: Change[] = [];
  /** Incremented whenever everything must be reloaded: a copy from an earlier era is incomplete. */
  let era = 0;

  async function read(): Promise<T> {
    const began = era;
    missed = [];
    const loaded = await load();
    // More changes may arrive while these are applied.
    while (missed.length > 0) {
      const changes = missed;
      missed = [];
      await follow(loaded, changes);
    }
    if (began !== era) return read();
    copy = loaded;
    onLoad();
    return loaded;
  }

  feed.listen({
    async onChanges(changes) {
      if (loading) missed.push(...changes);
      if (!copy) return;
      try {
        await follow(copy, changes);
      } catch (error) {
        // A copy that followed only some of the changes is wrong, so it is reloaded at the next use.
        copy = null;
        throw error;
      }
    },
    onLost() {
      era += 1;
      copy = null;
    },
  });

  return {
    current: () => copy,
    async open() {
      await feed.keepUp();
      if (copy) return copy;
      loading ??= read().finally(() => {
        loading = null;
      });
      return loading;
    },
  };
}
