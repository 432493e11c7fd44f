import { checkDigitOf } from '#contract/imei.ts';

let phones = 0;

/** The IMEI of a phone that no other test of this process has. */
export function newImei(): string {
  phones += 1;
  const body = `35332810${String(phones + 100_000).padStart(6, '0')}`;
  return body + checkDigitOf(body);
}
