import { assessLater } from '../../db/risks.ts';
import type { DuplicatePhotosTable } from '../../db/tables/pictures.ts';
import type { Db } from '../../db/tables.ts';
import { ConflictError } from '../../errors.ts';
import { type Deed, writeAudit } from '../audit/index.ts';
import type { Actor } from '../orders/index.ts';
import { takeOff } from '../removals/index.ts';
import { closeMatch } from './queries.ts';

/** `listing`: which of the two listings to remove. */
export type Deciding = ({ decision: 'dismissed' } | { decision: 'removed'; listing: string }) & { by: Actor; now: number };

export type DecideOutcome = { outcome: 'decided' } | { outcome: 'already_decided' };

/** Closes a match, and removes a listing if that is the decision. Throws 409, and leaves the match open, when that listing is already sold or removed. */
export function decideMatch(db: Db, match: DuplicatePhotosTable, deciding: Deciding): Promise<DecideOutcome> {
  return db.transaction().execute(async (tx) => {
    const { decision, by, now } = deciding;
    if (!(await closeMatch(tx, match.id, { decision, by: by.id, now }))) return { outcome: 'already_decided' };
    if (decision === 'removed' && !(await takeOff(tx, deciding.listing, { reason: 'seen_photos', by, now })))
      throw new ConflictError('conflict', 'This listing is already sold or removed.');
    if (decision === 'dismissed') await writeAudit(tx, toDismissalDeed(match, { by, now }));
    // Only the later listing's risk counts its matches.
    await assessLater(tx, match.listing_id, now);
    return { outcome: 'decided' };
  });
}

/** The audit entry for a match that was dismissed. A removal has one of its own. */
function toDismissalDeed({ listing_id, other_listing_id }: DuplicatePhotosTable, { by, now }: Pick<Deciding, 'by' | 'now'>): Deed {
  const subject = { kind: 'listing', id: listing_id } as const;
  return { act: 'photos_dismissed', subject, before: { open: true }, after: { open: false, otherListingId: other_listing_id }, by, now };
}
