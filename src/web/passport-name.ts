import type { Passport } from '#contract/passports.ts';

type History = Pick<Passport, 'history'>;

const UNKNOWN = 'Used phone';

/** What a passport's phone is: by the catalog, else in its last seller's words, as far as they are still there. */
export function nameOfPassport({ history }: History): string {
  const words = history.findLast(({ kind, text }) => kind === 'listed' && text !== null)?.text?.words;
  return modelIn({ history }) ?? words ?? UNKNOWN;
}

/** The same in the shop's own words only, for structured data: what sellers typed may say anything. */
export const modelOfPassport = (passport: History): string => modelIn(passport) ?? UNKNOWN;

function modelIn({ history }: History): string | null {
  const model = history.findLast(({ kind, facts }) => kind === 'listed' && facts.model !== undefined)?.facts.model;
  return model === undefined ? null : String(model);
}

export const passportPath = (id: string): string => `/passports/${encodeURIComponent(id)}`;
