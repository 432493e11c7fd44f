import { v7 as uuid } from 'uuid';
import { days } from '#contract/shared/durations.ts';
import type { IdentityProvider } from '../../ports/identity.ts';
import type { Db, UserRow } from '../tables.ts';
import type { DemoSeller } from './demo-listing.ts';

/** Public on purpose: a demo shop announces it at start, and no other shop is seeded. */
const DEMO_PASSWORD = 'redial123';

/** Whose password is announced. The others can't log in: hashing everybody's password would take seconds of the first start. */
const LOGINS = ['admin@redial.test', 'seller@redial.test', 'buyer@redial.test'];

const OTHERS = {
  admin: { email: 'admin@redial.test', name: 'Ada Fenwick', phone: '+1 503 555 0100', joinedDaysAgo: 700 },
  buyer: { email: 'buyer@redial.test', name: 'Sam Whitfield', phone: '+1 503 555 0131', joinedDaysAgo: 95 },
  neighbor: { email: 'noor@redial.test', name: 'Noor Aziz', phone: '+1 503 555 0189', joinedDaysAgo: 210 },
} as const;

type DemoPerson = { email: string; name: string; phone: string; joinedDaysAgo: number };

/** The ids of the demo shop's people by their email addresses, and those who buy. */
export type DemoPeople = { ids: ReadonlyMap<string, string>; buyer: DemoBuyer; neighbor: DemoBuyer };
export type DemoBuyer = DemoPerson & { id: string };

type Options = { db: Db; identity: Pick<IdentityProvider, 'createAccount'>; now: number };

/** Creates the demo shop's logins, and the rows of its people; existing ones are unchanged. */
export async function seedPeople(sellers: DemoSeller[], { db, identity, now }: Options): Promise<DemoPeople> {
  const { admin, buyer, neighbor } = OTHERS;
  const people = [
    { ...admin, role: 'admin', verified: false } as const,
    ...sellers.map((seller) => ({ ...seller, role: 'seller' }) as const),
    ...[buyer, neighbor].map((person) => ({ ...person, role: 'buyer', verified: false }) as const),
  ];
  const subjects = new Map(
    await Promise.all(
      people
        .filter(({ email }) => LOGINS.includes(email))
        .map(async ({ email, name }) => [email, await identity.createAccount({ email, password: DEMO_PASSWORD, name })] as const),
    ),
  );
  const ids = new Map<string, string>();
  for (const person of people) ids.set(person.email, await insertPerson(db, { ...person, subject: subjects.get(person.email) ?? null }, now));
  const withId = (person: DemoPerson) => ({ ...person, id: ids.get(person.email) ?? '' });
  return { ids, buyer: withId(buyer), neighbor: withId(neighbor) };
}

type NewPerson = DemoPerson & { role: UserRow['role']; verified: boolean; subject: string | null };

async function insertPerson(db: Db, { subject, ...person }: NewPerson, now: number): Promise<string> {
  const joined = now - days(person.joinedDaysAgo);
  await db
    .insertInto('users')
    .values({
      id: uuid({ msecs: joined }),
      email: person.email,
      name: person.name,
      role: person.role,
      verified_at: person.verified ? joined + days(1) : null,
      removed_at: null,
      created_at: joined,
      identity_subject: subject,
    })
    .onConflict((conflict) => conflict.column('email').where('email', 'is not', null).doNothing())
    .execute();
  const { id } = await db.selectFrom('users').select('id').where('email', '=', person.email).executeTakeFirstOrThrow();
  return id;
}
