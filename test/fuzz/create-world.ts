import type { TestApp } from '#test/support/app.ts';
import { createCategory } from '#test/support/world/world.ts';
import { type Making, REF_KINDS, ROWS, type Secret, type World } from './world.ts';
import { addConversation } from './world-conversations.ts';
import { addDrafts, addListings, addMeetings, addOrders, addProblems, addRefusedRefund, addReviews } from './world-goods.ts';
import { addDecisions, addPictures, addSettings } from './world-moderation.ts';
import { addOffers } from './world-offers.ts';
import { addPeople, createPeople } from './world-people.ts';
import { addPhoneTests } from './world-phone-tests.ts';

/** Creates the rows of one world; `number` makes its secret texts unique. */
export async function createWorld(shop: TestApp, number: number): Promise<World> {
  await createCategory(shop);
  const people = await createPeople(shop, number);
  const secrets: Secret[] = [];
  const granted: Making['granted'] = async <Reply>(as: keyof World['people'], call: string, body?: object) => {
    const [method = '', path = ''] = call.split(' ');
    const reply = await shop.call(method, path, { as: people[as].token, body });
    if (reply.status >= 300) throw new Error(`${call} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
    return reply.body as Reply;
  };
  const making: Making = {
    shop,
    number,
    people,
    secrets,
    cookie: '',
    refs: Object.fromEntries([...REF_KINDS, ...ROWS].map((kind) => [kind, []])) as unknown as World['refs'],
    secret(what, readers, text = `canary-${what.replaceAll(/\W+/gu, '-')}-${number}`) {
      secrets.push({ what, text, readers });
      return text;
    },
    granted,
    inserted: async (as, call, body) => (await granted<{ insertedId: string }>(as, call, body)).insertedId,
  };
  await addPeople(making);
  await addListings(making);
  await addProblems(making);
  await addRefusedRefund(making);
  await addMeetings(making);
  await addReviews(making);
  await addConversation(making);
  await addOffers(making);
  await addOrders(making);
  await addDrafts(making);
  await addDecisions(making);
  await addPictures(making);
  await addPhoneTests(making);
  await addSettings(making);
  return making;
}
