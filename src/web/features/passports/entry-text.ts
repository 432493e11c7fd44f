import { REPAIRED_BY, REPAIRED_PARTS } from '#contract/passport-words.ts';
import type { PassportEntry, PassportEntryKind } from '#contract/passports.ts';
import { CONDITION_ANSWERS, type ConditionQuestion } from '#contract/shared/condition-answers.ts';
import { toDollars } from '#contract/shared/money.ts';
import type { IconName } from '../../ui/icon.tsx';
import { formatPrice } from '../../ui/money.ts';

type Facts = PassportEntry['facts'];

/** An entry in words: what happened, and what else is known of it. */
type EntryText = { title: string; details: string[] };

export const ICONS: Record<PassportEntryKind, IconName> = {
  listed: 'tag',
  price: 'circle-dollar-sign',
  condition: 'clipboard-list',
  photos: 'image-up',
  repaired: 'wrench',
  tested: 'scan-line',
  tested_again: 'scan-line',
  sold: 'banknote',
  handed_over: 'handshake',
  returned: 'rotate-ccw',
  sale_undone: 'rotate-ccw',
  new_owner: 'user-round',
  lost: 'search-x',
  found: 'search',
  removed: 'ban',
  restored: 'rotate-ccw',
};

const TEXTS: Record<PassportEntryKind, (facts: Facts) => EntryText> = {
  listed: (facts) => ({
    title: facts.already === undefined ? 'Listed for sale' : 'Already listed when this history began',
    details: [`Price: ${priceOf(facts.priceCents)}`, ...answersIn(facts)],
  }),
  price: ({ fromCents, toCents }) => ({ title: `Price changed from ${priceOf(fromCents)} to ${priceOf(toCents)}`, details: [] }),
  condition: (facts) => ({ title: 'Condition described again', details: answersIn(facts) }),
  photos: ({ count }) => ({
    title: count === 1 ? '1 photo added' : `${count} photos added`,
    details: ['Their hashes are part of this history, not the photos themselves.'],
  }),
  repaired: ({ part, by }) => ({ title: `Repaired: ${wordIn(REPAIRED_PARTS, part)}`, details: [`By: ${wordIn(REPAIRED_BY, by)}`] }),
  tested: (facts) => ({ title: 'Phone test', details: resultsIn(facts) }),
  tested_again: (facts) => ({ title: 'Phone test at the meeting', details: resultsIn(facts) }),
  sold: () => ({ title: 'Sold here', details: [] }),
  handed_over: ({ to, how }) => ({ title: `Handed over to owner ${to}`, details: howIn(how, 'The shop decided that the buyer has the phone.') }),
  returned: ({ to, how, relisted }) => ({ title: `Returned to owner ${to}`, details: [...howIn(how, 'The shop decided so.'), ...saleIn(relisted)] }),
  sale_undone: ({ to, relisted }) => ({
    title: 'The sale was undone',
    details: [
      to === undefined ? 'The phone didn’t change hands.' : `We take it that owner ${to} has the phone again. We didn’t see it change hands.`,
      ...saleIn(relisted),
    ],
  }),
  new_owner: ({ from, to }) => ({
    title: `Owner ${to} has the phone`,
    details: [`They listed it. We didn’t see it change hands after owner ${from}.`],
  }),
  lost: () => ({ title: 'Reported lost', details: ['Somebody reported this phone lost, and we accepted the report.'] }),
  found: () => ({ title: 'No longer reported lost', details: [] }),
  removed: () => ({ title: 'We removed its listing', details: ['What it said was hidden.'] }),
  restored: () => ({ title: 'We restored its listing', details: ['What it said is shown again.'] }),
};

export const describeEntry = ({ kind, facts }: Pick<PassportEntry, 'kind' | 'facts'>): EntryText => TEXTS[kind](facts);

/** Whose word an entry is. */
export function sourceOf({ source, owner }: Pick<PassportEntry, 'source' | 'owner'>): string {
  switch (source) {
    case 'owner':
      return `Owner ${owner} says`;
    case 'both':
      return 'Buyer and seller confirmed';
    case 'shop':
      return 'We recorded';
  }
}

const priceOf = (cents: string | number | undefined): string => formatPrice(toDollars(Number(cents ?? 0)));

function answersIn(facts: Facts): string[] {
  return Object.entries(CONDITION_ANSWERS).flatMap(([question, { label, answers }]) => {
    const answer = facts[question satisfies string as ConditionQuestion];
    const words = answer === undefined ? undefined : new Map<string, string>(Object.entries(answers)).get(String(answer));
    return words === undefined ? [] : [`${label}: ${words}`];
  });
}

/** Earlier entries name neither model nor outcome. */
function resultsIn({ passed, failed, skipped, worse, model, outcome }: Facts): string[] {
  const isOtherwiseFailed = outcome === 'failed' && failed === 0 && model !== 'mismatch';
  return [
    ...(model === 'mismatch' ? ['The browser named another phone than the listed one.'] : []),
    ...(isOtherwiseFailed ? ['Something changed during the test that must not, so it failed.'] : []),
    ...(outcome === 'incomplete' ? ['Too little was tested.'] : []),
    `${passed ?? 0} passed, ${failed ?? 0} failed, ${skipped ?? 0} not tested`,
    ...(worse === undefined ? [] : [worse === 0 ? 'Nothing got worse since the listing.' : `Worse than in the listing: ${worse}`]),
  ];
}

const saleIn = (relisted: string | number | undefined): string[] => (relisted === undefined ? [] : ['It was put on sale again.']);

function howIn(how: string | number | undefined, decided: string): string[] {
  if (how === 'both') return [];
  return [how === 'overdue' ? 'One of the two confirmed it, and the other didn’t object within a day.' : decided];
}

const wordIn = (table: Record<string, string>, key: string | number | undefined): string =>
  Object.hasOwn(table, String(key)) ? (table[String(key)] ?? '') : '';
