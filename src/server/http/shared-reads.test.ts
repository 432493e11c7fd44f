import { beforeEach, expect, test } from 'vitest';
import type { ChangeListener } from '../db/change-feed.ts';
import type { Asking, Viewer } from './access.ts';
import type { PublicReply } from './public-calls.ts';
import { createSharedReads, type SharedReads } from './shared-reads.ts';

const REQUEST = { socket: {}, headers: {} } as Asking['request'];
const CHANGE = { id: 'change', at: 1, listing_id: 'phone', category_id: 'brand', seller_id: 'seller', topic: null };

let listeners: ChangeListener[];
let reads: number;

beforeEach(() => {
  listeners = [];
  reads = 0;
});

function open(maxBytes: number) {
  const feed = { listen: (listener: ChangeListener) => void listeners.push(listener), keepUp: async () => {}, catchUp: async () => {}, isUpToDate: () => true };
  return createSharedReads(feed, maxBytes);
}

const changeBrand = (): void => {
  for (const { onChanges } of listeners) void onChanges([CHANGE]);
};

/** A reply made of what was read at the n-th time, for its reader. */
const read = async (changes: Partial<PublicReply> = {}): Promise<PublicReply> => {
  reads += 1;
  const nth = reads;
  const forReaders = { make: async ({ caller }: Asking) => `read ${nth} for ${caller?.userId}` };
  return { reply: await forReaders.make(of('the first')), next: 'more', shows: ['brand:brand'], forReaders, ...changes };
};

/** Asks for an address, whose reply has these bytes. */
async function ask(shared: SharedReads, address: string, { as = 'one', answer = read, bytes = 100 }: Asked = {}): Promise<PublicReply> {
  const answered = await shared.answer(address, of(as), () => answer());
  answered.share?.(bytes);
  return answered;
}

type Asked = { as?: string; answer?: () => Promise<PublicReply>; bytes?: number };

const of = (userId: string): Asking => ({ caller: { userId } as Viewer, request: REQUEST });

test('What was asked for twice is read no more until it changes, and the reply is made for each reader', async () => {
  const shared = open(10_000_000);
  const replies: unknown[] = [];
  for (const as of ['one', 'two', 'three']) replies.push((await ask(shared, '/list', { as })).reply);
  expect(replies).toEqual(['read 1 for the first', 'read 2 for the first', 'read 2 for three']);
  expect((await ask(shared, '/list', { as: 'four' })).next).toBe('more');
  expect(reads).toBe(2);
  changeBrand();
  expect((await ask(shared, '/list', { as: 'five' })).reply).toBe('read 3 for the first');
  shared.endEverything();
  expect((await ask(shared, '/list', { as: 'six' })).reply).toBe('read 4 for the first');
});

test('What changes while it is read is read again', async () => {
  const shared = open(10_000_000);
  const changed = async (): Promise<PublicReply> => {
    const answered = await read();
    changeBrand();
    return answered;
  };
  for (let time = 0; time < 3; time += 1) await ask(shared, '/list', { answer: changed });
  expect(reads).toBe(3);
});

test('Large replies take as much of the memory as they have bytes', async () => {
  const shared = open(1_000_000);
  const lists = Array.from({ length: 9 }, (_, nth) => `/list?${nth}`);
  for (const list of [...lists, ...lists]) await ask(shared, list, { bytes: 90_000 });
  reads = 0;
  for (const list of lists.toReversed()) await ask(shared, list, { bytes: 90_000 });
  expect(reads).toBe(1);
});

test.each<[what: string, maxBytes: number, changes: Partial<PublicReply>]>([
  ['of replies that only their reader may get', 10_000_000, { forReaders: null }],
  ['of replies that don’t say what they show', 10_000_000, { shows: null }],
  ['without memory for it', 0, {}],
])('Nothing is shared %s', async (_what, maxBytes, changes) => {
  const shared = open(maxBytes);
  for (let time = 0; time < 3; time += 1) await ask(shared, '/list', { answer: () => read(changes) });
  expect(reads).toBe(3);
});
