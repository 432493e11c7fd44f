import { randomUUID } from 'node:crypto';
import { days } from '#contract/shared/durations.ts';
import { patchesAtRandom } from '#test/support/pictures.ts';
import { createListing } from '#test/support/world/world.ts';
import type { Making, Member } from './world.ts';

/** Reports, decisions about them, and answers to those. */
export async function addDecisions(making: Making): Promise<void> {
  const { shop, people, refs, secret, granted, inserted } = making;
  const report = (who: Member, _id: unknown) =>
    granted(who, 'POST /reportedItems', { _id, reason: 'fake', note: secret(`a report’s note by ${who}`, [who, 'admin']) });
  const judged = await createListing(shop, people.seller, { model_name: 'Galaxy S22' });
  const reported = await createListing(shop, people.competitor, { model_name: 'Galaxy S23', image: await keepPicture(making) });
  await report('rival', refs.listing[0]);
  await report('buyer', judged);
  await report('buyer', reported);
  const review = await inserted('admin', 'POST /decisions', {
    kind: 'hold',
    listingId: judged,
    reason: secret('a moderator’s reason', ['seller', 'buyer', 'admin']),
  });
  const reason = secret('a warning’s reason', ['competitor', 'admin']);
  const warning = await inserted('admin', 'POST /decisions', { kind: 'warning', sellerId: people.competitor.id, reason });
  const answer = (who: Member) => inserted(who, `POST /myDecisions/${review}/answer`, { text: secret(`an answer by ${who}`, [who, 'admin']) });
  refs.answer = [await answer('seller'), await answer('buyer')];
  refs.decision = [review, warning];
  refs.warning = [warning];
  refs.reportedListing = [reported];
  refs.spareListing = [await createListing(shop, people.competitor)];
  refs.savedSearch = [await inserted('buyer', 'POST /savedSearches', { search: secret('a saved search', ['buyer']) })];
  refs.rivalsSearch = [await inserted('rival', 'POST /savedSearches', { search: 'galaxy under 300' })];
  await addWantedAds(making);
  refs.listing.push(judged, reported);
}

/** A search to make a wanted ad of, and ads to answer, to end and to remove. */
async function addWantedAds({ shop, people, refs, granted, inserted }: Making): Promise<void> {
  const until = new Date(shop.clock.now() + days(20)).toISOString().slice(0, 10);
  const post = async (updates: string): Promise<string> => {
    const id = await inserted('rival', 'POST /savedSearches', { name: 'Samsung', updates });
    await granted('rival', `PUT /savedSearches/${id}/wantedAd`, { topPrice: 900, until });
    return id;
  };
  refs.searchToPost = [await inserted('buyer', 'POST /savedSearches', { name: 'Samsung' })];
  refs.wantedAd = [await post('')];
  refs.adToEnd = [await post('1')];
  refs.adToRemove = [await post('2')];
  refs.phoneToAnswer = [await createListing(shop, people.seller, { model_name: 'Galaxy S26' })];
}

/** Stores a picture that nothing shows yet. Returns its address. */
const keepPicture = async ({ shop }: Making): Promise<string> => (await shop.services.images.put(await patchesAtRandom())).address;

/** Possession codes with and without a photo, two sellers' duplicate photos, and unfinished uploads. */
export async function addPictures(making: Making): Promise<void> {
  const { shop, people, refs, secret, granted, inserted } = making;
  type Code = { _id: string; code: string };
  const ask = async (listing: unknown): Promise<Code> => {
    const code = await granted<Code>('seller', 'POST /possessionCodes', { listing });
    secret('a possession code', ['seller', 'admin'], code.code);
    return code;
  };
  const phone = await createListing(shop, people.seller, { model_name: 'Galaxy S24' });
  const open = await ask(refs.listing[0]);
  const sent = await ask(phone);
  const image = secret('a possession photo', ['seller', 'admin'], await keepPicture(making));
  await granted('seller', `POST /possessionCodes/${sent._id}/photo`, { image, shown: false });
  refs.openCode = [open._id];
  refs.code = [sent._id, open._id];
  refs.picture = [await keepPicture(making)];
  refs.listing.push(phone, await createListing(shop, people.seller, { model_name: 'Galaxy S25' }));

  const { db } = shop.services;
  const shown = await db
    .selectFrom('listing_photos')
    .selectAll()
    .where('listing_id', 'in', [phone, String(refs.reportedListing[0])])
    .execute();
  const [mine, theirs] = [phone, refs.reportedListing[0]].map((id) => shown.find(({ listing_id }) => listing_id === id));
  if (!mine || !theirs) throw new Error('two listings show pictures of the shop’s own');
  const seen = randomUUID();
  await db
    .insertInto('duplicate_photos')
    .values({
      id: seen,
      listing_id: theirs.listing_id,
      other_listing_id: mine.listing_id,
      image_id: theirs.image_id,
      other_image_id: mine.image_id,
      likeness: 'alike',
      mirrored: 0,
      created_at: shop.clock.now(),
      closed_at: null,
      decision: null,
      decided_by: null,
    })
    .execute();
  refs.duplicatePhoto = [seen];
  refs.seenListing = [theirs.listing_id];

  const bytes = await patchesAtRandom();
  const begin = (who: Member, size: number) => inserted(who, 'POST /imageUploads', { size });
  const whole = await begin('buyer', bytes.length);
  await shop.app.inject({
    method: 'PUT',
    url: `/api/imageUploads/${whole}?offset=0`,
    payload: bytes,
    headers: { authorization: `Bearer ${people.buyer.token}`, 'content-type': 'application/octet-stream' },
  });
  const part = await begin('buyer', 64);
  refs.upload = [part, await begin('rival', 64), whole];
  refs.wholeUpload = [whole];
  refs.partOfUpload = [part];
}

/** A second version of the shop's settings. */
export async function addSettings({ number, refs, granted }: Making): Promise<void> {
  type Settings = { revision: number; values: object };
  const { revision, values } = await granted<Settings>('admin', 'GET /shopSettings');
  await granted('admin', 'PUT /shopSettings', { ...values, shopName: `Shop ${number}`, revision });
  refs.revision = [revision + 1];
}
