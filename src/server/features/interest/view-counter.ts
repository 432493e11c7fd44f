import { createHash, createHmac, randomBytes } from 'node:crypto';
import { seconds } from '#contract/shared/durations.ts';
import { dayAt } from '#contract/shared/moments.ts';
import { createLru } from '../../lru.ts';
import type { Services } from '../../services.ts';
import { nextTurn } from '../../turns.ts';
import { findSalt, findSellersOnSale, insertViewers, type Viewer } from './queries.ts';

export type ViewCounter = ReturnType<typeof createViewCounter>;

/** Somebody who looks at a listing: a person, or a browser in a client network. */
type View = { listingId: string; userId: string | null; network: string; userAgent: string };

type Pending = Viewer & { userId: string | null };

type Needs = Pick<Services, 'db' | 'clock' | 'tokenSecret'> & { onError(error: unknown): void };

const WRITE_MS = seconds(5);
const MOST_PENDING = 20_000;
const MOST_REMEMBERED = 50_000;
const AT_ONCE = 200;
/** As many people in one network count for a listing each day, so that changing the browser's name can't make a crowd. */
const PEOPLE_OF_NETWORK = 16;

/**
 * Counts the people who look at listings, each once per listing and day. Remembers them only as hashes, keyed with the shop's secret and a random
 * salt that all processes share for a day. Views wait in memory and are written together.
 */
export function createViewCounter({ db, clock, tokenSecret, onError }: Needs) {
  const known = createLru<true>(MOST_REMEMBERED);
  const pending = new Map<string, Pending>();
  let salt: { day: number; value: Promise<string> } | null = null;
  let timer: NodeJS.Timeout | null = null;
  let last: Promise<void> = Promise.resolve();

  async function add(view: View): Promise<void> {
    const day = dayAt(clock.now());
    const viewer = hashOf(view, await saltOf(day));
    if (known.has(viewer)) return;
    if (pending.size < MOST_PENDING) {
      known.set(viewer, true);
      pending.set(viewer, { day, listing_id: view.listingId, viewer, userId: view.userId });
    }
    // Also when no more can wait: those that do are written once the database answers again.
    timer ??= setTimeout(() => void write().catch(onError), WRITE_MS).unref();
  }

  function saltOf(day: number): Promise<string> {
    if (salt?.day === day) return salt.value;
    const value = findSalt(db, day, randomBytes(32).toString('base64url'));
    salt = { day, value };
    // The next view tries again.
    value.catch(() => {
      salt = null;
    });
    return value;
  }

  /** The same for the same person, listing and day; nothing links two listings. */
  function hashOf({ listingId, userId, network, userAgent }: View, ofDay: string): string {
    const person = userId === null ? `network ${network} ${slotOf(userAgent)}` : `person ${userId}`;
    return createHmac('sha256', tokenSecret).update(`view ${ofDay} ${listingId} ${person}`).digest('base64url').slice(0, 16);
  }

  /** Writes what is pending, one batch at a time. */
  function write(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    const mine = last.catch(() => {}).then(writeAll);
    last = mine;
    return mine;
  }

  async function writeAll(): Promise<void> {
    const views = [...pending.values()];
    for (let start = 0; start < views.length; start += AT_ONCE) {
      await nextTurn();
      await writeSome(views.slice(start, start + AT_ONCE));
    }
  }

  async function writeSome(views: Pending[]): Promise<void> {
    const sellers = await findSellersOnSale(db, [...new Set(views.map(({ listing_id }) => listing_id))]);
    const counted = views.filter(({ listing_id, userId }) => sellers.has(listing_id) && sellers.get(listing_id) !== userId);
    await insertViewers(
      db,
      counted.map(({ day, listing_id, viewer }) => ({ day, listing_id, viewer })),
    );
    for (const { viewer } of views) pending.delete(viewer);
  }

  return { add, write };
}

/** Browsers in one network are told apart by what they call themselves, up to a limit. */
function slotOf(userAgent: string): number {
  return (createHash('sha256').update(userAgent).digest()[0] ?? 0) % PEOPLE_OF_NETWORK;
}
