import { CONTACTS_A_DAY, CONTACTS_A_DAY_AT_ONE_ADDRESS } from '#contract/contacts.ts';
import { days } from '#contract/shared/durations.ts';

/** A person who looks at listings. `since`: when their account was created (epoch ms). */
export type Recipient = { since: number; addressVerified: boolean };

export type ReaderKind = keyof typeof CONTACTS_A_DAY;

/** An account younger than a day or without a verified address counts as a newcomer, since one person can create many. */
export function kindOf({ since, addressVerified }: Recipient, now: number): ReaderKind {
  return addressVerified && now - since >= days(1) ? 'established' : 'newcomer';
}

/** How many sellers a person of this kind, and everyone of this kind in one network together, may see per day. */
export function limitsOf(kind: ReaderKind): { person: number; network: number } {
  return { person: CONTACTS_A_DAY[kind], network: CONTACTS_A_DAY_AT_ONE_ADDRESS[kind] };
}

export function endOfDay(day: number): number {
  return (day + 1) * days(1);
}
