import { giveUpImages, hasPhotos } from '../images/index.ts';
import type { Erase } from './erase-listings.ts';

/** That they said something stays, for the other side; what they said goes, with its pictures. */
export const eraseStatements: Erase = async (tx, { person, pictures, now }) => {
  const theirs = await tx.selectFrom('problem_statements').select('photos').where('author_id', '=', person.id).execute();
  await tx.updateTable('problem_statements').set({ body: '', photos: '[]' }).where('author_id', '=', person.id).execute();
  // Only ever written as JSON of parsed addresses.
  await giveUpImages(tx, pictures, { addresses: theirs.flatMap(({ photos }) => JSON.parse(photos) as string[]), by: person.id, now });
};

export const eraseMessages: Erase = async (tx, { person, pictures, now }) => {
  const theirs = await tx.selectFrom('conversation_messages').select('photos').where('author_id', '=', person.id).where(hasPhotos).execute();
  await tx.updateTable('conversation_messages').set({ text: null, photos: '[]' }).where('author_id', '=', person.id).execute();
  await giveUpImages(tx, pictures, { addresses: theirs.flatMap(({ photos }) => JSON.parse(photos) as string[]), by: person.id, now });
};

export const eraseDrafts: Erase = async (tx, { person, pictures, now }) => {
  const theirs = await tx.deleteFrom('drafts').where('seller_id', '=', person.id).returning('content').execute();
  // Only ever written as JSON of parsed values; `{}` once a draft is listed.
  const addresses = theirs.flatMap(({ content }) => (JSON.parse(content) as { photos?: string[] }).photos ?? []);
  await giveUpImages(tx, pictures, { addresses, by: person.id, now });
};

/** The stars still count; what the person wrote goes, and why it was removed, as in the decision. */
export const eraseReviews: Erase = async (tx, { person }) => {
  await tx
    .updateTable('reviews')
    .set((eb) => ({ text: '', removed_reason: eb.case().when('removed_reason', 'is', null).then(null).else('').end() }))
    .where('author_id', '=', person.id)
    .execute();
  await tx.updateTable('reviews').set({ answer: null }).where('subject_id', '=', person.id).where('answer', 'is not', null).execute();
};

/** What they typed about their phones goes, with the salts; the entries stay, and their hashes cover only what was made of the two. */
export const erasePassports: Erase = (tx, { person }) =>
  tx
    .updateTable('passport_entries')
    .set({ words: null, salt: null })
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('passport_id', 'owner'),
        'in',
        selectFrom('passport_owners').select(['passport_id', 'number']).where('user_id', '=', person.id).$asTuple('passport_id', 'number'),
      ),
    )
    .execute();
