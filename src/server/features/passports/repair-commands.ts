import type { RepairInput } from '#contract/passports.ts';
import { minutes } from '#contract/shared/durations.ts';
import type { Db } from '../../db/tables.ts';
import { appendEntries, countKind, findFactsSince, findOwnerNumber, lockPassportById } from './write-queries.ts';

/** How many repairs one passport holds. */
const MOST_REPAIRS = 50;
/** The same repair again within this time is a second press of the button. */
const REPEATED_WITHIN = minutes(1);

type NotedRepair = { outcome: 'noted' | 'noted_before' | 'not_yours' | 'full' };

/** Notes a repair on the word of the phone's present owner; once, if it is sent twice. */
export function noteRepair(db: Db, passportId: string, { part, by }: RepairInput, { userId, now }: { userId: string; now: number }): Promise<NotedRepair> {
  return db.transaction().execute(async (tx) => {
    const passport = await lockPassportById(tx, passportId);
    const owner = passport && (await findOwnerNumber(tx, passport.id, userId));
    if (!passport || owner !== passport.owner) return { outcome: 'not_yours' };
    const recent = await findFactsSince(tx, passport.id, { kind: 'repaired', owner, since: now - REPEATED_WITHIN });
    if (recent.some((facts) => facts.part === part && facts.by === by)) return { outcome: 'noted_before' };
    if ((await countKind(tx, passport.id, 'repaired')) >= MOST_REPAIRS) return { outcome: 'full' };
    await appendEntries(tx, passport, { added: [{ kind: 'repaired', owner, source: 'owner', facts: { part, by } }], now });
    return { outcome: 'noted' };
  });
}
