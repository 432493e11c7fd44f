import { PHONE_TEST_LIMITS } from '#contract/phone-tests/phone-tests.ts';
import { days } from '#contract/shared/durations.ts';
import type { Services } from '../../services.ts';
import { inBatches } from '../../work-through.ts';
import { deleteUnfinished, deleteUnlisted } from './queries.ts';

const AT_ONCE = 50;
/** Long enough to count the codes of a day. */
const UNFINISHED_DAYS = 2;

/** Deletes codes that came to nothing, and results of phones that can no longer be listed with them. */
export async function forgetPhoneTests({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await inBatches(AT_ONCE, (limit) => deleteUnfinished(db, now - days(UNFINISHED_DAYS), limit));
  await inBatches(AT_ONCE, (limit) => deleteUnlisted(db, now - days(PHONE_TEST_LIMITS.listDays), limit));
}
