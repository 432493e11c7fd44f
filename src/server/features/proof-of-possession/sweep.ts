import { RESTORE_DAYS } from '#contract/removals.ts';
import { days } from '#contract/shared/durations.ts';
import type { Services } from '../../services.ts';
import { inBatches } from '../../work-through.ts';
import { releaseRemovedPhotos } from './decision-commands.ts';

const AT_ONCE = 50;

/** Releases photos whose listing was removed and can no longer be restored, so that the image sweep deletes them. */
export async function releasePossessionPhotos({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await inBatches(AT_ONCE, (limit) => releaseRemovedPhotos(db, now - days(RESTORE_DAYS), { now, limit }));
}
