import type { Db } from '../../db/tables.ts';
import { findCodes, writeCodes } from './queries.ts';
import type { ReadCode } from './read-code.ts';
import { type Circumstances, countWrong, judgeStep, type Refusal } from './rules.ts';

type Judged = { outcome: 'counts' | 'waits' } | { outcome: 'refused'; refusal: Refusal };

/** Accepts a code at most once, and counts wrong ones. The caller has locked the listing. */
export async function judgeCode(tx: Db, code: ReadCode, { orderId, ...when }: Circumstances & { orderId: string }): Promise<Judged> {
  const codes = await findCodes(tx, orderId);
  const isTyped = code.how === 'typed';
  if (isTyped && codes.paused_until !== null && codes.paused_until > when.now)
    return { outcome: 'refused', refusal: { why: 'paused', until: codes.paused_until, begins: false } };
  const judgment = 'why' in code ? code.why : judgeStep(code.step, { ...when, lastStep: codes.last_step });
  if ((judgment === 'counts' || judgment === 'waits') && 'step' in code) {
    await writeCodes(tx, { ...codes, last_step: code.step, wrong_tries: 0, tries_since: null, pauses: 0, paused_until: null });
    return { outcome: judgment };
  }
  const refusal = { why: judgment as Exclude<Refusal['why'], 'paused'> };
  // Nobody can guess the MAC of a scanned code.
  if (!isTyped) return { outcome: 'refused', refusal };
  const counted = countWrong(codes, when.now);
  await writeCodes(tx, { ...codes, ...counted });
  if (counted.paused_until === null) return { outcome: 'refused', refusal };
  return { outcome: 'refused', refusal: { why: 'paused', until: counted.paused_until, begins: true } };
}
