import { MAX_POSSESSION_CODES, type PossessionCode, type PossessionPhoto } from '#contract/proof-of-possession.ts';
import { readCursor, writeCursor } from '../../db/paging.ts';
import type { PossessionPhotosTable } from '../../db/tables/pictures.ts';
import { HttpError, NotFoundError } from '../../errors.ts';
import type { ServeCall } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { findAlike } from '../duplicate-photos/index.ts';
import { requireStored } from '../images/index.ts';
import { decidePhoto, findCode, findOwnListing, findPicture, findQueue, giveCode, isWaiting, type QueuedPhoto, sendPhoto } from './queries.ts';
import { requireCode, requireFresh, requireUnseen, requireUsable, requireWithoutBadge } from './rules.ts';

const stateOf = ({ decision, sent_at, expires_at }: PossessionPhotosTable, now: number): PossessionCode['state'] => {
  if (decision !== null) return decision;
  if (sent_at !== null) return 'sent';
  return expires_at > now ? 'open' : 'expired';
};

const toCode = (row: PossessionPhotosTable, now: number): PossessionCode => ({
  _id: row.id,
  code: row.code,
  expiresAt: new Date(row.expires_at).toISOString(),
  state: stateOf(row, now),
  photo: row.image,
  reason: row.reason,
});

const toPhoto = (row: QueuedPhoto): PossessionPhoto => ({
  _id: row.id,
  code: row.code,
  photo: row.image ?? '',
  shown: row.shown === 1,
  sentAt: new Date(row.sent_at ?? 0).toISOString(),
  listing: { _id: row.listing_id, model_name: row.model_name, color: row.color, image: row.listing_image, sellerEmail: row.email },
  seen: row.seen_id !== null && row.seen_model_name !== null ? { _id: row.seen_id, model_name: row.seen_model_name } : null,
});

const TOO_MANY = `You had ${MAX_POSSESSION_CODES} codes today. Come back tomorrow; your phone can be listed without one.`;
const HOUR_SECONDS = 3600;

/** Photos that show a phone in its seller's hand, with a code that the shop gave for it. */
export const possessionRoutes = (serve: ServeCall, { db, clock, images }: Pick<Services, 'db' | 'clock' | 'images'>): void => {
  serve('POST /possessionCodes', async ({ caller, body }) => {
    const { listing: listingId } = body;
    const now = clock.now();
    if (listingId !== null) {
      const listing = await findOwnListing(db, listingId, caller.userId);
      if (!listing) throw new NotFoundError('You have no such listing on sale.');
      requireWithoutBadge(listing, await isWaiting(db, listingId));
    }
    const code = await giveCode(db, { sellerId: caller.userId, listingId, now, most: MAX_POSSESSION_CODES });
    if (!code) throw new HttpError(429, 'too_many', TOO_MANY, { retryAfterSeconds: HOUR_SECONDS });
    return { status: code.created_at === now ? 201 : 200, reply: toCode(code, now) };
  });

  serve('GET /possessionCodes/:id', async ({ caller, params }) => {
    const code = await findCode(db, params.id, caller.userId);
    requireCode(code);
    return { reply: toCode(code, clock.now()) };
  });

  serve('POST /possessionCodes/:id/photo', async ({ caller, params, body: { image, shown } }) => {
    const now = clock.now();
    const code = await findCode(db, params.id, caller.userId);
    requireCode(code);
    // Sent twice, as a browser does that heard no answer.
    if (code.image === image) return { reply: toCode(code, now) };
    requireUsable(code, now);
    await requireStored(images, [['image', image]]);
    const picture = await findPicture(db, image, images);
    requireFresh(picture, code);
    const imageId = picture?.id ?? '';
    const [seen] = await findAlike(db, { imageId, sellerId: caller.userId, now });
    requireUnseen(seen?.likeness ?? null);
    const sent = await sendPhoto(db, code, { image, imageId, shown, seenListingId: seen?.listing_id ?? null, now }, images);
    if (!sent) {
      const current = await findCode(db, params.id, caller.userId);
      requireCode(current);
      requireUsable(current, clock.now());
    }
    return { reply: toCode(sent ?? code, now) };
  });

  serve('GET /possessionPhotos', async ({ query }) => {
    const page = await findQueue(db, query.limit, readCursor('in hand', query.cursor));
    return { reply: page.items.map(toPhoto), next: writeCursor('in hand', page.next) };
  });

  serve('POST /possessionPhotos/:id/decision', async ({ caller, params, body }) => {
    const reason = body.decision === 'refused' ? body.reason : null;
    const modifiedCount = await decidePhoto(db, params.id, { decision: body.decision, reason, by: caller.userId, now: clock.now() });
    if (modifiedCount === null) throw new NotFoundError('There is no such photo.');
    return { reply: { acknowledged: true, matchedCount: 1, modifiedCount } };
  });
};
