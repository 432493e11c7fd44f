import { setTimeout as wait } from 'node:timers/promises';
import { mustSucceed } from '#test/support/world/calls.ts';
import { listingInput } from '#test/support/world/values.ts';
import type { Journal } from './journal.ts';
import { type Actor, insist } from './people.ts';

export type Talk = { journal: Journal; seller: Actor; buyer: Actor; isOver: () => boolean };

const PAUSE_MS = 80;

/** Begins a conversation, and writes in turn until told to stop. Each message is sent again, with its ID, until the shop says that it has it. */
export async function talk(about: Talk): Promise<void> {
  const { journal, seller, buyer } = about;
  const listed = mustSucceed(await seller.call('POST', `/api/products?email=${seller.email}`, listingInput()), 'listing a phone');
  const productId = (listed.body as { insertedId: string }).insertedId;
  journal.listings.add(productId);
  const begun = mustSucceed(await buyer.call('POST', '/api/conversations', { productId }), 'beginning a conversation');
  const conversationId = (begun.body as { _id: string })._id;
  for (let count = 1; !about.isOver(); count += 1) {
    const [writer, clientId, text] = [count % 2 ? buyer : seller, crypto.randomUUID(), `Message ${count}`] as const;
    const sent = await insist(about, 'messages', () => writer.call('POST', `/api/conversations/${conversationId}/messages`, { clientId, text }));
    if (sent) journal.messages.set(clientId, { conversationId, text, number: (sent.body as { number: number }).number });
    await wait(PAUSE_MS);
  }
}
