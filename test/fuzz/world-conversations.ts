import { PUSH_SUBSCRIPTION } from '#test/support/world/push.ts';
import { createListing } from '#test/support/world/world.ts';
import type { Making, Member } from './world.ts';

/** What the buyer and a seller write to each other; one of them reports it, so admins read it, and nobody else. And a device of the rival's. */
export async function addConversation({ shop, people, refs, secret, granted }: Making): Promise<void> {
  const { _id } = await granted<{ _id: string }>('buyer', 'POST /conversations', { productId: await createListing(shop, people.seller) });
  const send = (who: Member) =>
    granted(who, `POST /conversations/${_id}/messages`, {
      clientId: crypto.randomUUID(),
      text: secret(`a message by the ${who}`, ['buyer', 'seller', 'admin']),
    });
  await send('buyer');
  await send('seller');
  refs.conversation = [_id];
  const { insertedId } = await granted<{ insertedId: string }>('seller', `POST /conversations/${_id}/reports`, {
    reason: secret('a report of a conversation', ['seller', 'admin']),
  });
  refs.reportedConversation = [insertedId];
  const endpoint = secret('the address of a device', ['rival'], `https://8.8.8.8/${crypto.randomUUID()}`);
  refs.pushDevice = [(await granted<{ _id: string }>('rival', 'POST /pushDevices', { ...PUSH_SUBSCRIPTION, endpoint }))._id];
}
