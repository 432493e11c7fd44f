import type { MeasurementOf } from '#contract/phone-tests/steps.ts';
import { type ChallengeOf, failed, type Judged, passed } from './judged.ts';

export function judgeScreen({ typed, spots }: MeasurementOf<'screen'>, { colors }: ChallengeOf<'screen'>): Judged {
  if (typed.replaceAll(/\D/gu, '') !== colors.map(({ digit }) => digit).join('')) return failed('The digits on the colors weren’t read right.');
  return spots ? failed('There are spots that differ.') : passed('No spots on five colors.');
}

/** Reflections make people miss a bar: one more or less is no fault. */
export function judgeBrightness({ counted }: MeasurementOf<'brightness'>, { bars }: ChallengeOf<'brightness'>): Judged {
  const note = `${counted} of ${bars} shades were told apart.`;
  return Math.abs(counted - bars) <= 1 ? passed(note) : failed(note);
}

export function judgeTouch(measured: MeasurementOf<'touch'>, asked: ChallengeOf<'touch'>): Judged {
  const { columns, rows } = asked;
  if (measured.columns !== columns || measured.rows !== rows || measured.touched.length !== columns * rows) return failed('Another surface was touched.');
  const missed = [...measured.touched].flatMap((cell, at) => (cell === '1' ? [] : [at]));
  if (missed.length > 0) return failed(sayMissed(missed, asked));
  const taps = measured.taps.slice(-asked.taps.length);
  return taps.join() === asked.taps.join() ? passed(`All ${columns * rows} fields react.`) : failed('Taps arrived elsewhere than they were asked for.');
}

function sayMissed(missed: number[], { columns, rows }: { columns: number; rows: number }): string {
  const perRow = Array.from({ length: rows }, (_, row) => missed.filter((cell) => Math.floor(cell / columns) === row).length);
  const dead = perRow.flatMap((count, row) => (count === columns ? [row + 1] : []));
  const isOnlyRows = dead.length > 0 && dead.length * columns === missed.length;
  if (isOnlyRows) return dead.length === 1 ? `Row ${dead[0]} of ${rows} doesn’t react.` : `Rows ${dead.join(', ')} of ${rows} don’t react.`;
  return `${missed.length} of ${columns * rows} fields ${missed.length === 1 ? 'doesn’t' : 'don’t'} react.`;
}

export function judgeMultitouch({ most }: MeasurementOf<'multitouch'>, { fingers }: ChallengeOf<'multitouch'>): Judged {
  return most >= fingers ? passed(`${fingers} fingers at once.`) : failed(`Only ${most} of ${fingers} fingers were felt at once.`);
}
