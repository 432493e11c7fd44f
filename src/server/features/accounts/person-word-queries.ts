import { type ExpressionBuilder, sql } from 'kysely';
import { type ListPage, type PageOf, readPage } from '../../db/paging.ts';
import type { Db, Tables, UserRow } from '../../db/tables.ts';
import { nextTurn } from '../../turns.ts';
import { toSortedName, wordsOfPerson, wordsToFind } from './person-words.ts';

const BATCH = 15;
/** How many earlier bookings and listings are looked through for numbers; few people give more than one. */
const MOST_GIVEN = 300;

/** Writes the words of people who have none yet, such as those who registered since; at most `batches` of 15. */
export async function indexPeople(db: Db, batches = Number.POSITIVE_INFINITY): Promise<void> {
  for (let batch = 0; batch < batches; batch += 1) {
    const people = await db.selectFrom('users').select(['id', 'name']).where('name_key', 'is', null).orderBy('id').limit(BATCH).execute();
    if (people.length > 0)
      await db.transaction().execute(async (tx) => {
        for (const person of people) await indexPerson(tx, person);
      });
    if (people.length < BATCH) return;
    await nextTurn();
  }
}

async function indexPerson(tx: Db, { id, name }: Pick<UserRow, 'id' | 'name'>): Promise<void> {
  const person = await tx
    .updateTable('users')
    .set({ name_key: toSortedName(name) })
    .where('id', '=', id)
    // They may have deleted their account in the meantime.
    .where('name_key', 'is', null)
    .returning(['name', 'email'])
    .executeTakeFirst();
  if (person) await insertWords(tx, id, { ...person, phones: await findNumbers(tx, id) });
}

/** The numbers that somebody gave with their bookings and listings. */
async function findNumbers(tx: Db, id: string): Promise<string[]> {
  const booked = await tx.selectFrom('orders').select('phone').where('buyer_id', '=', id).limit(MOST_GIVEN).execute();
  const listed = await tx.selectFrom('listings').select('mobile_number').where('seller_id', '=', id).limit(MOST_GIVEN).execute();
  return [...booked.map(({ phone }) => phone), ...listed.map(({ mobile_number }) => mobile_number)];
}

async function insertWords(tx: Db, id: string, person: Parameters<typeof wordsOfPerson>[0]): Promise<void> {
  const rows = wordsOfPerson(person).map((word) => ({ word, user_id: id }));
  if (rows.length === 0) return;
  await tx
    .insertInto('person_words')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Lets somebody be found by a number they gave. */
export const notePhone = (tx: Db, userId: string, phone: string): Promise<void> => insertWords(tx, userId, { name: '', email: '', phones: [phone] });

/**
 * One page of the people, removed ones too, of whom each of these words begins a word of their name, their address, or a number of theirs. In the order
 * of the longest word they were found by.
 */
export async function findPeopleByWords(db: Db, typed: string, { limit, after }: Pick<ListPage<string>, 'limit' | 'after'>): Promise<PageOf<UserRow, string>> {
  const [first, ...others] = wordsToFind(typed).toSorted((a, b) => b.length - a.length);
  if (first === undefined) return { items: [], next: null };
  const query = db
    .selectFrom('person_words')
    .innerJoin('users', 'users.id', 'person_words.user_id')
    .selectAll('users')
    .select('person_words.word')
    .where('person_words.word', '>=', first)
    .where('person_words.word', '<', endOf(first))
    // Two words of a name may begin alike.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('person_words as earlier')
            .select('earlier.word')
            .whereRef('earlier.user_id', '=', 'users.id')
            .where('earlier.word', '>=', first)
            .whereRef('earlier.word', '<', 'person_words.word'),
        ),
      ),
    )
    .where((eb) => eb.and(others.map((word) => hasWord(eb, word))));
  return readPage(query, { key: 'person_words.word', id: 'person_words.user_id', direction: 'asc' }, { limit, after, toItem: ({ word: _, ...user }) => user });
}

/** The end of the range of words that begin with this one: no hexadecimal digit comes after `f`. */
const endOf = (word: string): string => `${word}g`;

function hasWord({ exists, selectFrom }: ExpressionBuilder<Tables & { person_words: Tables['person_words'] }, 'users'>, word: string) {
  return exists(
    selectFrom('person_words as other')
      .select(sql`1`.as('one'))
      .whereRef('other.user_id', '=', 'users.id')
      .where('other.word', '>=', word)
      .where('other.word', '<', endOf(word)),
  );
}
