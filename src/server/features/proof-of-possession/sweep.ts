import { setImmediate as letOthersGo } from 'node:timers/promises';
import { RESTORE_DAYS } from '#contract/removals.ts';
import type { Services } from '../../services.ts';
import { letGoOfRemoved } from './decision-commands.ts';

const DAY_MS = 86_400_000;
const AT_ONCE = 200;

/** Lets go of photos whose listing was removed and can no longer be restored, so that the image sweep deletes them. */
export async function releasePossessionPhotos({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  while ((await letGoOfRemoved(db, now - RESTORE_DAYS * DAY_MS, { now, limit: AT_ONCE })) === AT_ONCE) await letOthersGo();
}
