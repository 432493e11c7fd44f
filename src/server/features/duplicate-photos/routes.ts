import type { DuplicatePhoto } from '#contract/duplicate-photos.ts';
import { toIso } from '#contract/shared/moments.ts';
import { readCursor, writeCursor } from '../../db/paging.ts';
import { InvalidError, NotFoundError } from '../../errors.ts';
import { updated } from '../../http/replies.ts';
import type { ServeCall } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { decideMatch } from './decision-commands.ts';
import { type DuplicatePhotoRow, findDuplicatePhotos, findMatch } from './queries.ts';

const NOT_ONE_OF_THEM = 'Choose one of the two listings to remove.';

/** Photos that two sellers' listings show, for admins to review. */
export function duplicatePhotoRoutes(serve: ServeCall, { db, clock }: Pick<Services, 'db' | 'clock'>): void {
  serve('GET /duplicatePhotos', async ({ query }) => {
    const page = await findDuplicatePhotos(db, query.limit, readCursor('duplicate photos', query.cursor));
    return { reply: page.items.map(toDuplicatePhoto), next: writeCursor('duplicate photos', page.next) };
  });

  serve('POST /duplicatePhotos/:id/decision', async ({ caller, params, body }) => {
    const match = await findMatch(db, params.id);
    if (!match) throw new NotFoundError('This match doesn’t exist.');
    if (body.decision === 'removed' && ![match.listing_id, match.other_listing_id].includes(body.listing))
      throw new InvalidError(NOT_ONE_OF_THEM, { listing: NOT_ONE_OF_THEM });
    const { outcome } = await decideMatch(db, match, { ...body, by: { role: 'admin', id: caller.userId }, now: clock.now() });
    return updated(outcome === 'decided');
  });
}

function toDuplicatePhoto(row: DuplicatePhotoRow): DuplicatePhoto {
  return {
    _id: row.match_id,
    likeness: row.likeness,
    mirrored: row.mirrored === 1,
    later: {
      _id: row.id,
      model_name: row.model_name,
      sellerEmail: row.email,
      status: statusOf(row.sold_at, row.removed_at),
      photo: row.address,
      postedAt: iso(row.created_at),
      photoAt: iso(row.photo_at),
    },
    earlier: {
      _id: row.other_id,
      model_name: row.other_model_name,
      sellerEmail: row.other_email,
      status: statusOf(row.other_sold_at, row.other_removed_at),
      photo: row.other_address,
      postedAt: iso(row.other_created_at),
      photoAt: iso(row.other_photo_at),
    },
    at: iso(row.found_at),
  };
}

function statusOf(soldAt: number | null, removedAt: number | null): DuplicatePhoto['later']['status'] {
  if (removedAt !== null) return 'removed';
  return soldAt === null ? 'available' : 'sold';
}

const iso = (moment: number): string => toIso(moment);
