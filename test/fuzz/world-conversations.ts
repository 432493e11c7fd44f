import { createListing } from '#test/support/world/world.ts';
import type { Making, Member } from './world.ts';

/** What the buyer and a seller write to each other, and nobody else reads. */
export async function addConversation({ shop, people, refs, secret, granted }: Making): Promise<void> {
  const { _id } = await granted<{ _id: string }>('buyer', 'POST /conversations', { productId: await createListing(shop, people.seller) });
  const send = (who: Member) =>
    granted(who, `POST /conversations/${_id}/messages`, {
      clientId: crypto.randomUUID(),
      text: secret(`a message by the ${who}`, ['buyer', 'seller']),
    });
  await send('buyer');
  await send('seller');
  refs.conversation = [_id];
}
