import type { RiskSignal } from '#contract/decisions.ts';
import { type ContactKind, findContacts } from './contacts.ts';

/** What a listing's risk is judged by; moments in epoch milliseconds, money in cents. */
export type RiskFacts = {
  now: number;
  priceCents: number;
  /** The low end of what such a phone fetches; null where nobody knows. */
  typicalLowCents: number | null;
  seller: { since: number; verified: boolean; sold: number; listedInADay: number; warnings: number; removals: number };
  /** Others who wanted to list the very same phone, and whether its IMEI is of another model. */
  imei: { claimedBy: number; otherModel: boolean };
  /** What the seller wrote, in words of their own. */
  texts: string[];
  /** People whose report is open. */
  reports: number;
};

const DAY_MS = 86_400_000;
const NEW_DAYS = 7;
const MANY_A_DAY = 10;
const MOST = 100;

/** A price this far below the low end needs a look; further below, more so. */
const FAR_BELOW = 0.6;
const ABSURD = 0.35;

const price = ({ priceCents, typicalLowCents }: RiskFacts): RiskSignal | null => {
  if (typicalLowCents === null || priceCents >= typicalLowCents * FAR_BELOW) return null;
  const below = Math.round((1 - priceCents / typicalLowCents) * 100);
  return { kind: 'price', points: priceCents < typicalLowCents * ABSURD ? 45 : 30, text: `The price is ${below} % below the least that such a phone fetches.` };
};

const inDays = (ms: number): string => {
  const days = Math.floor(ms / DAY_MS);
  if (days === 0) return 'less than a day';
  return days === 1 ? 'a day' : `${days} days`;
};

const newAccount = ({ now, seller }: RiskFacts): RiskSignal | null => {
  const age = Math.max(0, now - seller.since);
  if (seller.verified || seller.sold > 0 || age >= NEW_DAYS * DAY_MS) return null;
  return { kind: 'new_account', points: 20, text: `The seller has been here for ${inDays(age)}, and has sold nothing yet.` };
};

const imei = ({ imei: { claimedBy, otherModel } }: RiskFacts): RiskSignal[] => [
  ...(claimedBy > 0
    ? [
        {
          kind: 'imei' as const,
          points: 40,
          text: claimedBy === 1 ? 'Another seller wanted to list this very phone.' : `${claimedBy} other sellers wanted to list this very phone.`,
        },
      ]
    : []),
  ...(otherModel ? [{ kind: 'imei' as const, points: 15, text: 'By its IMEI it is another model.' }] : []),
];

const CONTACTS: Record<ContactKind, string> = {
  phone: 'a phone number',
  email: 'an e-mail address',
  messenger: 'a messenger',
  link: 'a link',
  disguised: 'a way to get in touch, in disguise',
};

const contact = ({ texts }: RiskFacts): RiskSignal | null => {
  const kinds = [...new Set(texts.flatMap(findContacts))];
  if (kinds.length === 0) return null;
  const points = kinds.includes('disguised') ? 40 : 25;
  return { kind: 'contact', points, text: `The text names ${kinds.map((kind) => CONTACTS[kind]).join(' and ')}.` };
};

const many = ({ seller }: RiskFacts): RiskSignal | null => {
  if (seller.listedInADay < MANY_A_DAY || (seller.verified && seller.sold >= MANY_A_DAY)) return null;
  return { kind: 'many_listings', points: 20, text: `The seller listed ${seller.listedInADay} phones within a day.` };
};

const record = ({ seller: { warnings, removals } }: RiskFacts): RiskSignal | null => {
  if (warnings + removals === 0) return null;
  const input = [
    warnings > 0 && `warned ${warnings === 1 ? 'once' : `${warnings} times`}`,
    removals > 0 && `${removals === 1 ? 'a listing' : `${removals} listings`} of theirs removed`,
  ];
  return { kind: 'record', points: Math.min(30, 15 * (warnings + removals)), text: `The seller’s record: ${input.filter(Boolean).join(', ')}.` };
};

const reported = ({ reports }: RiskFacts): RiskSignal | null =>
  reports === 0
    ? null
    : { kind: 'reports', points: Math.min(50, 10 + 10 * reports), text: reports === 1 ? 'Somebody reported it.' : `${reports} people reported it.` };

/** Why a listing needs a look, the weightiest reason first. */
export const signalsOf = (facts: RiskFacts): RiskSignal[] =>
  [price(facts), newAccount(facts), ...imei(facts), contact(facts), many(facts), record(facts), reported(facts)]
    .flatMap((signal) => signal ?? [])
    .toSorted((a, b) => b.points - a.points);

/** From 0 to 100. */
export const scoreOf = (signals: readonly RiskSignal[]): number =>
  Math.min(
    MOST,
    signals.reduce((sum, { points }) => sum + points, 0),
  );
