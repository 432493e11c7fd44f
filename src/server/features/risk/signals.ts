import type { RiskSignal } from '#contract/risk.ts';
import { days } from '#contract/shared/durations.ts';
import { type ContactKind, findContacts } from './contact-details.ts';

/** The facts that a listing's risk is computed from; times in epoch milliseconds, money in cents. */
export type RiskFacts = {
  now: number;
  priceCents: number;
  /** The low end of the price range for such a phone; null if unknown. */
  typicalLowCents: number | null;
  seller: { since: number; verified: boolean; sold: number; listedInADay: number; warnings: number; removals: number };
  /** How many others tried to list the same phone, and whether its IMEI belongs to another model. */
  imei: { claimedBy: number; otherModel: boolean };
  /** The texts the seller wrote. */
  texts: string[];
  /** How many reports are open. */
  reports: number;
};

const NEW_DAYS = 7;
const MANY_A_DAY = 10;
const MOST = 100;

/** Prices below these shares of the low end are suspicious, and very suspicious. */
const FAR_BELOW = 0.6;
const ABSURD = 0.35;

const CONTACTS: Record<ContactKind, string> = {
  phone: 'a phone number',
  email: 'an email address',
  messenger: 'a messaging app',
  link: 'a link',
  disguised: 'disguised contact details',
};

/** A listing's risk signals, most points first. */
export function signalsOf(facts: RiskFacts): RiskSignal[] {
  return [price(facts), newAccount(facts), ...imei(facts), contact(facts), many(facts), record(facts), reported(facts)]
    .flatMap((signal) => signal ?? [])
    .toSorted((a, b) => b.points - a.points);
}

function price({ priceCents, typicalLowCents }: RiskFacts): RiskSignal | null {
  if (typicalLowCents === null || priceCents >= typicalLowCents * FAR_BELOW) return null;
  const below = Math.round((1 - priceCents / typicalLowCents) * 100);
  return { kind: 'price', points: priceCents < typicalLowCents * ABSURD ? 45 : 30, text: `The price is ${below}% below the usual range for this phone.` };
}

function newAccount({ now, seller }: RiskFacts): RiskSignal | null {
  const age = Math.max(0, now - seller.since);
  if (seller.verified || seller.sold > 0 || age >= days(NEW_DAYS)) return null;
  return { kind: 'new_account', points: 20, text: `The seller joined ${inDays(age)} ago and hasn’t sold anything yet.` };
}

function inDays(ms: number): string {
  const count = Math.floor(ms / days(1));
  if (count === 0) return 'less than a day';
  return count === 1 ? 'a day' : `${count} days`;
}

function imei({ imei: { claimedBy, otherModel } }: RiskFacts): RiskSignal[] {
  return [
    ...(claimedBy > 0
      ? [
          {
            kind: 'imei' as const,
            points: 40,
            text: claimedBy === 1 ? 'Another seller tried to list the same phone.' : `${claimedBy} other sellers tried to list the same phone.`,
          },
        ]
      : []),
    ...(otherModel ? [{ kind: 'imei' as const, points: 15, text: 'Its IMEI belongs to a different model.' }] : []),
  ];
}

function contact({ texts }: RiskFacts): RiskSignal | null {
  const kinds = [...new Set(texts.flatMap(findContacts))];
  if (kinds.length === 0) return null;
  const points = kinds.includes('disguised') ? 40 : 25;
  return { kind: 'contact', points, text: `The text contains ${kinds.map((kind) => CONTACTS[kind]).join(' and ')}.` };
}

function many({ seller }: RiskFacts): RiskSignal | null {
  if (seller.listedInADay < MANY_A_DAY || (seller.verified && seller.sold >= MANY_A_DAY)) return null;
  return { kind: 'many_listings', points: 20, text: `The seller listed ${seller.listedInADay} phones within a day.` };
}

function record({ seller: { warnings, removals } }: RiskFacts): RiskSignal | null {
  if (warnings + removals === 0) return null;
  const input = [
    warnings > 0 && `warned ${warnings === 1 ? 'once' : `${warnings} times`}`,
    removals > 0 && `${removals === 1 ? 'one listing' : `${removals} listings`} removed`,
  ];
  return { kind: 'record', points: Math.min(30, 15 * (warnings + removals)), text: `The seller’s track record: ${input.filter(Boolean).join(', ')}.` };
}

function reported({ reports }: RiskFacts): RiskSignal | null {
  return reports === 0
    ? null
    : { kind: 'reports', points: Math.min(50, 10 + 10 * reports), text: reports === 1 ? 'One person reported it.' : `${reports} people reported it.` };
}

/** From 0 to 100. */
export function scoreOf(signals: readonly RiskSignal[]): number {
  return Math.min(
    MOST,
    signals.reduce((sum, { points }) => sum + points, 0),
  );
}
