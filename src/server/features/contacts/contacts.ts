import { CONTACT_DAYS } from '#contract/shared/contact-days.ts';
import { dayAt } from '#contract/shared/moments.ts';
import type { Asking, Viewer } from '../../http/access.ts';
import type { Services } from '../../services.ts';
import { inBatches } from '../../work-through.ts';
import { type ContactBudgetNeeds, createContactBudget } from './contact-budget.ts';
import { countViewers, deleteSomeViews, findPartners, findViews } from './queries.ts';
import { kindOf, limitsOf } from './rules.ts';

/** The sellers whose contact details a reply shows; all others are masked. */
export type ShownContacts = { has(sellerId: string): boolean };

const NO_CONTACTS: ShownContacts = { has: () => false };
export const ALL_CONTACTS: ShownContacts = { has: () => true };

export type Contacts = ReturnType<typeof createContacts>;

type Needs = ContactBudgetNeeds & Pick<Services, 'reads' | 'isProduction'>;

const FORGOTTEN_AT_ONCE = 200;

/**
 * Decides whose contact details a person sees: their own, those of sellers they bought from, and a limited number of other sellers per day. Each of
 * those takes a numbered slot of the day, so the limit holds across processes.
 */
export function createContacts({ db, reads, clock, tokenSecret, isProduction, findAddress }: Needs) {
  const budget = createContactBudget({ db, clock, tokenSecret, findAddress });

  /** Which of these sellers' contact details may be shown. Counts them in this order, up to the limits. */
  async function open({ caller, request }: Asking, sellerIds: string[]): Promise<ShownContacts> {
    if (caller === null) return NO_CONTACTS;
    if (caller.role === 'admin' && !caller.lacksSecondFactor) return ALL_CONTACTS;
    const isVerified = !needsVerification(caller);
    const shown = new Set([caller.userId, ...(isVerified ? budget.seenBy(caller) : [])]);
    const showThese = (ids: Iterable<string>): void => {
      for (const id of ids) shown.add(id);
    };
    const hidden = (): string[] => [...new Set(sellerIds)].filter((id) => !shown.has(id));
    // Those that somebody bought from take no slot.
    if (hidden().length > 0) showThese(await findPartners(reads, caller.userId, hidden()));
    if (isVerified && hidden().length > 0) showThese(await budget.spend(caller, request, hidden()));
    return shown;
  }

  function needsVerification(caller: Viewer): boolean {
    return isProduction && !caller.addressVerified;
  }

  return {
    open,
    needsVerification,
    /** How many sellers somebody saw today, and their limit. */
    async count(caller: Viewer): Promise<{ seen: number; limit: number; day: number }> {
      const day = dayAt(clock.now());
      return { seen: (await findViews(db, [caller.userId], day)).length, limit: limitsOf(kindOf(caller, clock.now())).person, day };
    },
    countViewers: (sellerId: string) => countViewers(db, sellerId, dayAt(clock.now()) - CONTACT_DAYS + 1),
  };
}

export function sellersOf(rows: { seller_id: string }[]): string[] {
  return rows.map(({ seller_id }) => seller_id);
}

/** Deletes views that are too old to be shown to sellers. */
export async function forgetContactViews({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await inBatches(FORGOTTEN_AT_ONCE, (limit) => deleteSomeViews(db, dayAt(clock.now()) - CONTACT_DAYS, limit));
}
