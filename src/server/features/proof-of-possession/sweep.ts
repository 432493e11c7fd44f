import { setImmediate as letOthersGo } from 'node:timers/promises';
import { RESTORE_DAYS } from '#contract/removals.ts';
import { days } from '#contract/shared/durations.ts';
import type { Services } from '../../services.ts';
import { releaseRemovedPhotos } from './decision-commands.ts';

const AT_ONCE = 200;

/** Releases photos whose listing was removed and can no longer be restored, so that the image sweep deletes them. */
export async function releasePossessionPhotos({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  while ((await releaseRemovedPhotos(db, now - days(RESTORE_DAYS), { now, limit: AT_ONCE })) === AT_ONCE) await letOthersGo();
}
