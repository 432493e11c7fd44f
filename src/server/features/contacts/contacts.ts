import { createHmac } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { CONTACT_DAYS } from '#contract/shared/contact-days.ts';
import type { Viewer } from '../../http/access.ts';
import { type FindAddress, networkKeyOf } from '../../security/client-network.ts';
import type { Services } from '../../services.ts';
import { type ContactView, countViewers, deleteSomeViews, findPartners, findViews, insertViews } from './queries.ts';
import { dayAt, kindOf, limitsOf } from './rules.ts';

/** The sellers whose contact details a reply shows; all others are masked. */
export type ShownContacts = { has(sellerId: string): boolean };

const NO_CONTACTS: ShownContacts = { has: () => false };
export const ALL_CONTACTS: ShownContacts = { has: () => true };

type Request = Parameters<FindAddress>[0];

/** Who asks, and with which request, which has the network address. */
export type Asking = { caller: Viewer | null; request: Request };

export type Contacts = ReturnType<typeof createContacts>;

type Needs = Pick<Services, 'db' | 'clock' | 'tokenSecret' | 'isProduction'> & { findAddress: FindAddress };

/** What a person or network saw on a day, as far as this process knows. */
type Seen = { day: number; sellers: Set<string>; next: number };

const MAX_CACHED = 4000;
const TRIES = 3;
const SPENDERS_AT_ONCE = 50;

/**
 * Decides whose contact details a person sees: their own, those of sellers they bought from, and a limited number of other sellers per day. Each of those
 * takes a numbered slot of the day, so the limit holds however many processes serve listings.
 */
export function createContacts({ db, clock, tokenSecret, isProduction, findAddress }: Needs) {
  const cached = new Map<string, Seen>();
  const turns = new Map<string, Promise<unknown>>();

  /** Which of these sellers' contact details may be shown. They are counted in this order, up to the limits. */
  async function open({ caller, request }: Asking, sellerIds: string[]): Promise<ShownContacts> {
    if (caller === null) return NO_CONTACTS;
    if (caller.role === 'admin') return ALL_CONTACTS;
    const wanted = [...new Set(sellerIds)].filter((id) => id !== caller.userId);
    const shown = new Set([caller.userId]);
    if (!needsVerification(caller)) for (const id of await spend(caller, request, wanted)) shown.add(id);
    const hidden = wanted.filter((id) => !shown.has(id));
    if (hidden.length > 0) for (const id of await findPartners(db, caller.userId, hidden)) shown.add(id);
    return shown;
  }

  async function spend(caller: Viewer, request: Request, wanted: string[]): Promise<Iterable<string>> {
    const day = dayAt(clock.now());
    const known = cached.get(caller.userId);
    if (known?.day === day && wanted.every((id) => known.sellers.has(id))) return known.sellers;
    // One at a time for each person, so that two pages at once don't take the same slots.
    return inTurn(caller.userId, () => spendInTurn(caller, networkOf(caller, networkKeyOf(findAddress(request)), day), wanted, day));
  }

  async function spendInTurn(caller: Viewer, network: string, wanted: string[], day: number): Promise<Iterable<string>> {
    const limits = limitsOf(kindOf(caller, clock.now()));
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const [mine, shared] = await load(caller.userId, network, day);
      const fresh = await withoutPartners(caller.userId, wanted, mine, limits.person);
      const views: ContactView[] = [];
      let slot = mine.next;
      for (const seller_id of fresh) {
        if (slot >= limits.person) break;
        if (!shared.sellers.has(seller_id)) {
          if (shared.next >= limits.network) continue;
          // Taken right away, without waiting for others at this address.
          shared.sellers.add(seller_id);
          views.push({ spender: network, day, slot: shared.next++, seller_id });
        }
        views.push({ spender: caller.userId, day, slot: slot++, seller_id });
      }
      if (views.length === 0 || (await note(views, { userId: caller.userId, network, mine }))) return mine.sellers;
    }
    return cached.get(caller.userId)?.sellers ?? [];
  }

  /** Sellers somebody bought from don't count. */
  async function withoutPartners(userId: string, wanted: string[], mine: Seen, limit: number): Promise<string[]> {
    const fresh = wanted.filter((id) => !mine.sellers.has(id));
    if (fresh.length === 0 || mine.next >= limit) return [];
    const partners = await findPartners(db, userId, fresh);
    return fresh.filter((id) => !partners.includes(id));
  }

  /** Returns whether all views were recorded. If not, another process was faster and the cache is outdated. */
  async function note(views: ContactView[], { userId, network, mine }: { userId: string; network: string; mine: Seen }): Promise<boolean> {
    // If the database can't be written, nothing more is shown, but the page still loads.
    const noted = await insertViews(db, views).catch(() => []);
    if (noted.length < views.length) {
      cached.delete(userId);
      cached.delete(network);
      return false;
    }
    for (const { spender, seller_id } of noted) {
      if (spender !== userId) continue;
      mine.sellers.add(seller_id);
      mine.next += 1;
    }
    return true;
  }

  async function load(userId: string, network: string, day: number): Promise<[Seen, Seen]> {
    const missing = [userId, network].filter((spender) => cached.get(spender)?.day !== day);
    if (missing.length > 0) {
      const views = await findViews(db, missing, day);
      for (const spender of missing) {
        // Another request may have loaded it meanwhile and recorded more.
        if (cached.get(spender)?.day === day) continue;
        const theirs = views.filter((view) => view.spender === spender);
        remember(spender, { day, sellers: new Set(theirs.map(({ seller_id }) => seller_id)), next: Math.max(-1, ...theirs.map(({ slot }) => slot)) + 1 });
      }
    }
    const nothing: Seen = { day, sellers: new Set(), next: Number.MAX_SAFE_INTEGER };
    return [cached.get(userId) ?? nothing, cached.get(network) ?? nothing];
  }

  function remember(spender: string, seen: Seen): void {
    cached.delete(spender);
    cached.set(spender, seen);
    for (const oldest of cached.keys()) {
      if (cached.size <= MAX_CACHED) break;
      cached.delete(oldest);
    }
  }

  async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const turn = (turns.get(key) ?? Promise.resolve()).then(work, work);
    turns.set(key, turn);
    try {
      return await turn;
    } finally {
      if (turns.get(key) === turn) turns.delete(key);
    }
  }

  /** A pseudonym for a network, which changes every day. */
  function networkOf(caller: Viewer, place: string, day: number): string {
    const kind = kindOf(caller, clock.now());
    return `network ${createHmac('sha256', tokenSecret).update(`${kind} ${day} ${place}`).digest('base64url')}`;
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

/** Deletes views that sellers are no longer shown. */
export async function forgetContactViews({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  // In batches, so that requests are served in between.
  while (await deleteSomeViews(db, dayAt(clock.now()) - CONTACT_DAYS, SPENDERS_AT_ONCE)) await setImmediate();
}
