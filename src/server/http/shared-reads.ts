import type { ChangeFeed } from '../db/change-feed.ts';
import type { Asking } from './access.ts';
import type { PublicReply } from './public-calls.ts';
import { createScopedCache, type Scope } from './scoped-cache.ts';

/** Lets people who are logged in share what the reply to an address is made of; what each of them may see of it is decided each time. */
export type SharedReads = {
  /** The reply to a public call, made of what was read for somebody before, if nothing of that has changed since; else by `answer`. */
  answer(address: string, asking: Asking, answer: () => Promise<PublicReply>): Promise<PublicReply>;
  /** Forgets all of it: something other than a listing changed. */
  endEverything(): void;
};

type Read = Pick<PublicReply, 'next'> & { forReaders: NonNullable<PublicReply['forReaders']>; scopes: readonly Scope[] };

/** What one of them takes at most, in bytes: a list of 24 whose cards nothing else has in memory anymore. */
const SIZE = 100_000;

export function createSharedReads(feed: ChangeFeed, maxBytes: number): SharedReads {
  const reads = createScopedCache<Read>(feed, { maxBytes, sizeOf: () => SIZE });
  return {
    endEverything: reads.endEverything,
    async answer(address, asking, answer) {
      if (!reads.isUpToDate()) await reads.keepUp();
      const known = reads.find(address);
      if (known) return { ...known, shows: known.scopes, reply: await known.forReaders.make(asking) };
      const began = reads.begin();
      const answered = await answer();
      const { forReaders, next, shows } = answered;
      if (forReaders !== null && shows !== null) reads.put(address, began, { forReaders, next, scopes: shows });
      return answered;
    },
  };
}
