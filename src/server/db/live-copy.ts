import type { ChangeFeed } from './change-feed.ts';
import type { Change } from './changes.ts';

export type LiveCopy<T> = {
  /** The copy, less than a second old; read first, unless that was done. */
  open(): Promise<T>;
  /** The copy as it is now; null while it is being read. */
  current(): T | null;
};

type Source<T> = {
  load(): Promise<T>;
  /** Brings a copy up to date with changes. */
  follow(copy: T, changes: Change[]): Promise<void>;
  /** Called before anybody sees a copy that was just read. */
  onLoad?(): void;
};

/** An in-memory copy of database rows: loaded once, then updated with every change. */
export function createLiveCopy<T extends object>(feed: ChangeFeed, { load, follow, onLoad = () => {} }: Source<T>): LiveCopy<T> {
  let copy: T | null = null;
  let loading: Promise<T> | null = null;
  /** Changes that came while everything was being read. */
  let missed: Change[] = [];
  /** Goes up whenever everything has to be read again: what was read before then lacks something. */
  let era = 0;

  async function read(): Promise<T> {
    const began = era;
    missed = [];
    const loaded = await load();
    // While these are followed, more may come.
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
        // A copy that followed only some of the changes is wrong: everything is read again when it is next asked for.
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
