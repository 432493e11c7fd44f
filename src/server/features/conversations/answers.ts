import { type Answers, FEWEST_QUESTIONS } from '#contract/sellers.ts';
import { days } from '#contract/shared/durations.ts';
import type { Db } from '../../db/tables.ts';
import { findAnswerTimes } from './answer-queries.ts';

const PERIOD_MS = days(90);
const IN_TIME_MS = days(1);

/** How a seller answered first questions in 90 days; null for fewer than `FEWEST_QUESTIONS`. Those who have another day to answer aren't counted. */
export async function readAnswers(db: Db, sellerId: string, now: number): Promise<Answers | null> {
  const rows = await findAnswerTimes(db, sellerId, now - PERIOD_MS);
  const times = rows.flatMap(({ asked_at, answered_at }) => (answered_at === null ? [] : [answered_at - asked_at])).toSorted((a, b) => a - b);
  const late = rows.filter(({ asked_at, answered_at }) => answered_at === null && asked_at <= now - IN_TIME_MS).length;
  const all = times.length + late;
  if (all < FEWEST_QUESTIONS) return null;
  return { inTime: times.filter((time) => time <= IN_TIME_MS).length, all, medianMs: times[Math.floor((times.length - 1) / 2)] ?? null };
}
