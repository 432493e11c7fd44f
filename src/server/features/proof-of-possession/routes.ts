import { MAX_POSSESSION_CODES, type PossessionCode, type PossessionPhoto } from '#contract/proof-of-possession.ts';
import { secondsLeftOfDay } from '#contract/shared/durations.ts';
import { toIso } from '#contract/shared/moments.ts';
import { readCursor, writeCursor } from '../../db/paging.ts';
import type { PossessionPhotosTable } from '../../db/tables/pictures.ts';
import { describeWait, HttpError, NotFoundError } from '../../errors.ts';
import { updated } from '../../http/replies.ts';
import type { ServeCall } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { toListingState } from '../decisions/index.ts';
import { findAlike } from '../duplicate-photos/index.ts';
import { requireStored } from '../images/index.ts';
import { giveCode, sendPhoto } from './commands.ts';
import { decidePhoto } from './decision-commands.ts';
import { findCode, findOwnListing, findPicture, findQueue, findUnderReview, type QueuedPhoto } from './queries.ts';
import { requireCode, requireFresh, requireOnSale, requireUnseen, requireUsable, requireWithoutBadge } from './rules.ts';

const TOO_MANY = `You’ve used all ${MAX_POSSESSION_CODES} codes that you can get in 24 hours.`;

/** Photos that prove a seller has the phone, by showing it with a code from the shop. */
export function possessionRoutes(serve: ServeCall, { db, clock, images }: Pick<Services, 'db' | 'clock' | 'images'>): void {
  serve('POST /possessionCodes', async ({ caller, body }) => {
    const { listing: listingId } = body;
    const now = clock.now();
    if (listingId !== null) {
      const listing = await findOwnListing(db, listingId, caller.userId);
      requireOnSale(listing);
      requireWithoutBadge(listing, (await findUnderReview(db, listingId)) !== undefined);
    }
    const given = await giveCode(db, { sellerId: caller.userId, listingId, now, most: MAX_POSSESSION_CODES });
    if (given.outcome === 'too_many') {
      const retryAfterSeconds = secondsLeftOfDay(given.oldest, now);
      const again = `Try again in ${describeWait(retryAfterSeconds)}${listingId === null ? ', or list your phone without one' : ''}.`;
      throw new HttpError(429, 'too_many', `${TOO_MANY} ${again}`, { retryAfterSeconds });
    }
    const { code } = given;
    return { status: code.created_at === now ? 201 : 200, reply: toCode(code, now) };
  });

  serve('GET /possessionCodes', async ({ caller, query }) => {
    requireOnSale(await findOwnListing(db, query.listing, caller.userId));
    const sent = await findUnderReview(db, query.listing);
    return { reply: { sent: sent ? toCode(sent, clock.now()) : null } };
  });

  serve('GET /possessionCodes/:id', async ({ caller, params }) => {
    const code = await findCode(db, params.id, caller.userId);
    requireCode(code);
    return { reply: toCode(code, clock.now()) };
  });

  serve('POST /possessionCodes/:id/photo', async ({ caller, params, body: { image, shown } }) => {
    const now = clock.now();
    // First: a picture that the same request, sent twice, has used by now is also the code's by then.
    const picture = await findPicture(db, image, images);
    const code = await findCode(db, params.id, caller.userId);
    requireCode(code);
    // Browsers retry when they get no reply.
    if (code.image === image) return { reply: toCode(code, now) };
    requireUsable(code, now);
    await requireStored(images, [['image', image]]);
    requireFresh(picture, code);
    const imageId = picture?.id ?? '';
    const [seen] = await findAlike(db, { imageId, sellerId: caller.userId, now });
    requireUnseen(seen?.likeness ?? null);
    const sent = await sendPhoto(db, code, { image, imageId, shown, seenListingId: seen?.listing_id ?? null, now }, images);
    if (!sent) {
      const current = await findCode(db, params.id, caller.userId);
      requireCode(current);
      if (current.image !== image) requireUsable(current, clock.now());
      return { reply: toCode(current, now) };
    }
    return { reply: toCode(sent, now) };
  });

  serve('GET /possessionPhotos', async ({ query }) => {
    const page = await findQueue(db, query.limit, readCursor('possession photos', query.cursor));
    return { reply: page.items.map(toPhoto), next: writeCursor('possession photos', page.next) };
  });

  serve('POST /possessionPhotos/:id/decision', async ({ caller, params, body }) => {
    const reason = body.decision === 'refused' ? body.reason : null;
    const { outcome } = await decidePhoto(db, params.id, { decision: body.decision, reason, by: caller.userId, now: clock.now() });
    if (outcome === 'missing') throw new NotFoundError('This photo doesn’t exist.');
    return updated(outcome === 'decided');
  });
}

function toCode(row: PossessionPhotosTable, now: number): PossessionCode {
  return {
    _id: row.id,
    code: row.code,
    expiresAt: toIso(row.expires_at),
    state: stateOf(row, now),
    photo: row.image,
    reason: row.reason,
  };
}

function stateOf({ decision, sent_at, expires_at }: PossessionPhotosTable, now: number): PossessionCode['state'] {
  if (decision !== null) return decision;
  if (sent_at !== null) return 'sent';
  return expires_at > now ? 'open' : 'expired';
}

function toPhoto(row: QueuedPhoto): PossessionPhoto {
  return {
    _id: row.id,
    code: row.code,
    photo: row.image ?? '',
    shown: row.shown === 1,
    sentAt: toIso(row.sent_at ?? 0),
    listing: { _id: row.listing_id, model_name: row.model_name, color: row.color, image: row.listing_image, sellerEmail: row.email },
    seen: toSeen(row),
  };
}

function toSeen({ seen_id, seen_model_name, seen_sold_at, seen_removed_at, seen_removed_reason }: QueuedPhoto): PossessionPhoto['seen'] {
  if (seen_id === null || seen_model_name === null) return null;
  const state = toListingState({ sold_at: seen_sold_at, removed_at: seen_removed_at, removed_reason: seen_removed_reason });
  return { _id: seen_id, model_name: seen_model_name, state };
}
