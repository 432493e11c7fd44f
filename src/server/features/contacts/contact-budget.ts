import { createHmac, createSecretKey } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { dayAt } from '#contract/shared/moments.ts';
import type { Viewer } from '../../http/access.ts';
import { type FindAddress, networkKeyOf } from '../../security/client-network.ts';
import type { Services } from '../../services.ts';
import { createTurns } from '../../turns.ts';
import type { ContactView } from './queries.ts';
import { kindOf, limitsOf } from './rules.ts';
import { createSeenSellers } from './seen-sellers.ts';

export type ContactBudgetNeeds = Pick<Services, 'db' | 'clock' | 'tokenSecret'> & { findAddress: FindAddress };

const TRIES = 3;
const MOST_NETWORKS = 5000;
const NOBODY: ReadonlySet<string> = new Set();

/** Limits how many sellers' contact details a person, and all people of a network together, see per day. */
export function createContactBudget({ db, clock, tokenSecret, findAddress }: ContactBudgetNeeds) {
  const seen = createSeenSellers(db);
  const inTurn = createTurns();
  const key = createSecretKey(Buffer.from(tokenSecret));
  const networks = new LRUCache<string, string>({ max: MOST_NETWORKS });

  /** The sellers that somebody saw today, as far as they are cached. */
  function seenBy({ userId }: Viewer): ReadonlySet<string> {
    const known = seen.find(userId);
    return known?.day === dayAt(clock.now()) ? known.sellers : NOBODY;
  }

  /** Takes a slot for each of these sellers without one, up to the limits. Returns all sellers that the person has seen today. */
  async function spend(caller: Viewer, request: Parameters<FindAddress>[0], wanted: string[]): Promise<Iterable<string>> {
    const day = dayAt(clock.now());
    const known = seen.find(caller.userId);
    if (known?.day === day && known.next >= limitsOf(kindOf(caller, clock.now())).person) return known.sellers;
    const network = networkOf(caller, networkKeyOf(findAddress(request)), day);
    // One at a time per person, so that two concurrent pages don't take the same slots.
    return inTurn(caller.userId, () => spendInTurn(caller, network, wanted, day));
  }

  async function spendInTurn(caller: Viewer, network: string, wanted: string[], day: number): Promise<Iterable<string>> {
    const limits = limitsOf(kindOf(caller, clock.now()));
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const [mine, shared] = await seen.load(caller.userId, network, day);
      const views: ContactView[] = [];
      let slot = mine.next;
      for (const seller_id of wanted) {
        if (slot >= limits.person) break;
        if (mine.sellers.has(seller_id)) continue;
        if (!shared.sellers.has(seller_id)) {
          if (shared.next >= limits.network) continue;
          // Taken immediately, without waiting for others in this network.
          shared.sellers.add(seller_id);
          views.push({ spender: network, day, slot: shared.next++, seller_id });
        }
        views.push({ spender: caller.userId, day, slot: slot++, seller_id });
      }
      if (views.length === 0 || (await seen.record(views, { userId: caller.userId, network, mine }))) return mine.sellers;
    }
    return seen.find(caller.userId)?.sellers ?? [];
  }

  /** A pseudonym for a network, which changes every day. Cached: computing it takes as long as a tenth of a list. */
  function networkOf(caller: Viewer, place: string, day: number): string {
    const text = `${kindOf(caller, clock.now())} ${day} ${place}`;
    const known = networks.get(text);
    if (known !== undefined) return known;
    const network = `network ${createHmac('sha256', key).update(text).digest('base64url')}`;
    networks.set(text, network);
    return network;
  }

  return { seenBy, spend };
}
