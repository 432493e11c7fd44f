import { v7 as uuid } from 'uuid';
import { days } from '#contract/shared/durations.ts';
import type { IdentityProvider } from '../../ports/identity.ts';
import type { Db, UserRow } from '../tables.ts';

/** Public on purpose: a demo shop announces it at start, and no other shop is seeded. */
export const DEMO_PASSWORD = 'redial123';

type DemoPerson = { email: string; name: string; role: UserRow['role']; verified: boolean; joinedDaysAgo: number; phone: string };

const PEOPLE = {
  admin: { email: 'admin@redial.test', name: 'Ada Fenwick', role: 'admin', verified: false, joinedDaysAgo: 700, phone: '+1 555 0100' },
  seller: { email: 'seller@redial.test', name: 'Maya Lindqvist', role: 'seller', verified: true, joinedDaysAgo: 610, phone: '+1 555 0142' },
  second: { email: 'hana@redial.test', name: 'Hana Petrov', role: 'seller', verified: true, joinedDaysAgo: 420, phone: '+1 555 0167' },
  third: { email: 'tomas@redial.test', name: 'Tomás Rivera', role: 'seller', verified: false, joinedDaysAgo: 62, phone: '+1 555 0118' },
  buyer: { email: 'buyer@redial.test', name: 'Sam Whitfield', role: 'buyer', verified: false, joinedDaysAgo: 95, phone: '+1 555 0131' },
  neighbour: { email: 'noor@redial.test', name: 'Noor Aziz', role: 'buyer', verified: false, joinedDaysAgo: 210, phone: '+1 555 0189' },
} as const satisfies Record<string, DemoPerson>;

export type DemoRole = keyof typeof PEOPLE;
export type DemoPeople = Record<DemoRole, DemoPerson & { id: string }>;

type Options = { db: Db; identity: Pick<IdentityProvider, 'createAccount'>; now: number };

/** Creates the demo shop's logins and their rows; existing ones are unchanged. */
export async function seedPeople({ db, identity, now }: Options): Promise<DemoPeople> {
  const roles = Object.keys(PEOPLE) as DemoRole[];
  const subjects = await Promise.all(
    roles.map((role) => identity.createAccount({ email: PEOPLE[role].email, password: DEMO_PASSWORD, name: PEOPLE[role].name })),
  );
  const people: [DemoRole, DemoPerson & { id: string }][] = [];
  for (const [place, role] of roles.entries()) people.push([role, { ...PEOPLE[role], id: await insertPerson(db, PEOPLE[role], subjects[place] ?? null, now) }]);
  return Object.fromEntries(people) as DemoPeople;
}

async function insertPerson(db: Db, person: DemoPerson, subject: string | null, now: number): Promise<string> {
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
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute();
  const { id } = await db.selectFrom('users').select('id').where('email', '=', person.email).executeTakeFirstOrThrow();
  return id;
}
