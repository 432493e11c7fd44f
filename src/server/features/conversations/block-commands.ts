import type { Services } from '../../services.ts';
import { lockCaller, lockUser } from '../accounts/index.ts';
import { endOffersBetween } from '../offers/index.ts';
import { insertBlock } from './block-queries.ts';
import { cancelMails } from './mail-queries.ts';

type Needs = Pick<Services, 'db' | 'clock'>;

/** Blocks somebody: no email about their messages is sent anymore, and the offers between the two end; returns false when they were blocked. */
export function blockPerson({ db, clock }: Needs, { blockerId, blockedId }: { blockerId: string; blockedId: string }): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    // Both, so that neither makes or accepts an offer meanwhile; in one order, so that two who block each other don't deadlock.
    for (const id of [blockerId, blockedId].sort()) await (id === blockerId ? lockCaller : lockUser)(tx, id);
    const now = clock.now();
    if (!(await insertBlock(tx, blockerId, blockedId, now))) return false;
    await endOffersBetween(tx, { blockerId, blockedId, now });
    // After the offers, like an answer to one, which writes into its conversation, or the two could deadlock.
    await cancelMails(tx, { userId: blockerId, otherId: blockedId });
    return true;
  });
}
