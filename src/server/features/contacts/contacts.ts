import { createHmac } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { CONTACT_DAYS } from '#contract/shared/contact-days.ts';
import type { Viewer } from '../../http/access.ts';
import { type FindAddress, networkKeyOf } from '../../security/client-network.ts';
import type { Services } from '../../services.ts';
import { type ContactView, countViewers, deleteSomeViews, findPartners, findViews, insertViews } from './queries.ts';
import { dayAt, kindOf, limitsOf } from './rules.ts';

/** Whose number and address a reply shows; everybody else's are masked. */
export type ShownContacts = { has(sellerId: string): boolean };

const NO_CONTACTS: ShownContacts = { has: () => false };
export const ALL_CONTACTS: ShownContacts = { has: () => true };

type Request = Parameters<FindAddress>[0];

/** Who asks, with which request: it tells from which address. */
export type Asking = { caller: Viewer | null; request: Request };

export type Contacts = ReturnType<typeof createContacts>;

type Needs = Pick<Services, 'db' | 'clock' | 'tokenSecret' | 'isProduction'> & { findAddress: FindAddress };

/** What a person or a network saw on a day, as this process knows. */
type Seen = { day: number; sellers: Set<string>; next: number };

const MAX_CACHED = 4000;
const TRIES = 3;
const SPENDERS_AT_ONCE = 50;

/**
 * Decides whose contacts a reader sees: their own, those of whom they bought from, and a bounded number of others a day, counted by different sellers. Each has a numbered
 * place in a person's day, and the numbers end: so the bound holds however many processes show listings at once.
 */
export function createContacts({ db, clock, tokenSecret, isProduction, findAddress }: Needs) {
  const cached = new Map<string, Seen>();
  const turns = new Map<string, Promise<unknown>>();

  /** Whose contacts may be shown among these sellers, who are counted in this order as far as the bounds reach. */
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
    // One after the other for each person, so that two pages at once don't take the same places.
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
          // Taken at once: others at this address are not waited for.
          shared.sellers.add(seller_id);
          views.push({ spender: network, day, slot: shared.next++, seller_id });
        }
        views.push({ spender: caller.userId, day, slot: slot++, seller_id });
      }
      if (views.length === 0 || (await note(views, { userId: caller.userId, network, mine }))) return mine.sellers;
    }
    return cached.get(caller.userId)?.sellers ?? [];
  }

  /** Whom somebody bought from costs nothing. */
  async function withoutPartners(userId: string, wanted: string[], mine: Seen, limit: number): Promise<string[]> {
    const fresh = wanted.filter((id) => !mine.sellers.has(id));
    if (fresh.length === 0 || mine.next >= limit) return [];
    const partners = await findPartners(db, userId, fresh);
    return fresh.filter((id) => !partners.includes(id));
  }

  /** Whether all of it was noted; else another process was faster, and what is cached is not true any more. */
  async function note(views: ContactView[], { userId, network, mine }: { userId: string; network: string; mine: Seen }): Promise<boolean> {
    // A database that takes nothing in at this moment shows nobody more than before; the page is read all the same.
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
        // Another request may have loaded it meanwhile, and noted more.
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

  /** A name for a place on the network that leads nowhere, and to nowhere else tomorrow. */
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
    /** How many sellers somebody saw today, of how many. */
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

/** Forgets who saw whom, once sellers are told of it no more. */
export async function forgetContactViews({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  // A little at a time: others are served in between.
  while (await deleteSomeViews(db, dayAt(clock.now()) - CONTACT_DAYS, SPENDERS_AT_ONCE)) await setImmediate();
}
