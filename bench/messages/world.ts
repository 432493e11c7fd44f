import { days } from '#contract/shared/durations.ts';
import type { Db } from '#server/db/tables.ts';
import { signToken } from '#server/features/accounts/tokens.ts';
import { deriveSecret } from '#server/security/secrets.ts';
import { createChance } from '#test/model/chance.ts';
import { insertListing, insertSignIn, insertUser } from '#test/support/world/rows.ts';

/** Somebody with a login, and a network address that few others have. */
export type Participant = { number: number; id: string; token: string; address: string };
/** Two people, and the phone that they talk about. */
export type Pair = { buyer: Participant; seller: Participant; listingId: string };

const SEED = 1;
const PEOPLE_OF_SITE = 100;

/** Half of the people are sellers with one listing each; `pairs` of them at random will talk. */
export async function createWorld(db: Db, { secret, people, pairs }: { secret: string; people: number; pairs: number }) {
  const chance = createChance(SEED);
  const now = Date.now();
  const tokenSecret = Buffer.from(deriveSecret(secret, 'access-tokens'));
  return db.transaction().execute(async (tx) => {
    const all: Participant[] = [];
    const listings = new Map<Participant, string>();
    for (let number = 0; number < people; number += 1) {
      const isSeller = number % 4 < 2;
      const user = await insertUser(tx, { role: isSeller ? 'seller' : 'buyer', now, since: now - days(2) });
      const sessionId = await insertSignIn(tx, { ...user, now });
      const token = await signToken({ email: user.email, sessionId, emailVerified: true }, tokenSecret, now);
      const person = { number, id: user.id, token, address: addressOf(number) };
      all.push(person);
      if (isSeller) listings.set(person, await insertListing(tx, user.id, now));
    }
    const sellers = [...listings.keys()];
    const buyers = all.filter((person) => !listings.has(person));
    const talking = new Map<string, Pair>();
    while (talking.size < pairs) {
      const [buyer, seller] = [chance.pickOf(buyers), chance.pickOf(sellers)];
      if (!buyer || !seller) throw new Error('there are too few people');
      talking.set(`${buyer.number} ${seller.number}`, { buyer, seller, listingId: listings.get(seller) ?? '' });
    }
    return { people: all, pairs: [...talking.values()] };
  });
}

/** On Linux, the whole of 127.0.0.0/8 is this machine. */
const addressOf = (number: number): string => `127.1.${Math.floor(number / PEOPLE_OF_SITE)}.${1 + (number % PEOPLE_OF_SITE)}`;
