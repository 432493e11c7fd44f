import type { ChangeFeed } from '../db/change-feed.ts';
import type { Asking } from './access.ts';
import type { PublicReply } from './public-calls.ts';
import { createScopedCache, type Scope } from './scoped-cache.ts';

/** Lets people who are logged in share what the reply to an address is made of; what each of them may see of it is decided each time. */
export type SharedReads = {
  /** The reply to a public call, made of what was read for somebody before, if nothing of that has changed since; else by `answer`. */
  answer(address: string, asking: Asking, answer: () => Promise<PublicReply>): Promise<SharedReply>;
  /** Forgets all of it: something other than a listing changed. */
  endEverything(): void;
  /** Its memory, in bytes. */
  size(): number;
};

/** `share`: to call with the bytes of a reply that others may share. */
export type SharedReply = PublicReply & { share?(bytes: number): void };

type Read = Pick<PublicReply, 'next'> & { forReaders: NonNullable<PublicReply['forReaders']>; scopes: readonly Scope[]; bytes: number };

export function createSharedReads(feed: ChangeFeed, maxBytes: number): SharedReads {
  const reads = createScopedCache<Read>(feed, { maxBytes, sizeOf });
  return {
    endEverything: reads.endEverything,
    size: () => reads.size().bytes,
    async answer(address, asking, answer) {
      if (!reads.isUpToDate()) await reads.keepUp();
      const known = reads.find(address);
      if (known) return { ...known, shows: known.scopes, reply: await known.forReaders.make(asking) };
      const began = reads.begin();
      const answered = await answer();
      const { forReaders, next, shows } = answered;
      if (forReaders === null || shows === null) return answered;
      return { ...answered, share: (bytes) => void reads.put(address, began, { forReaders, next, scopes: shows, bytes }) };
    },
  };
}

/** What a reply is made of has the same texts, which nothing else may have in memory anymore, and what goes with each card. */
const sizeOf = ({ bytes }: Read): number => Math.round(bytes * 1.25) + 2000;
