import { FIRST_ROWS, type Found, type FoundKind, type FoundPerson, type PersonDetails, type PersonState, RecordPart } from '#contract/lookups.ts';
import { toIso } from '#contract/shared/moments.ts';
import { type PageOf, readCursor, readTextCursor, writeCursor } from '../../db/paging.ts';
import type { Db, UserRow } from '../../db/tables.ts';
import { NotFoundError } from '../../errors.ts';
import type { ServeCall } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { findSessions, findUser, indexPeople } from '../accounts/index.ts';
import { findOrder, requireOrder } from '../orders/index.ts';
import { noteFound, noteOrderViewed, notePersonViewed } from './commands.ts';
import { findOrders, findPayments, findPeople } from './find-queries.ts';
import { readOrderDetails } from './order-queries.ts';
import { READS } from './person-queries.ts';
import { readSought } from './rules.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'identity'>;

/** In batches: who registered since the background work last looked is found, too. */
const NEWCOMERS = 5;

const NONE: Found = { people: { items: [], next: null }, orders: { items: [], next: null }, payments: { items: [], next: null } };

/** People, orders and payments, as admins look them up. Every read is in the audit log. */
export function lookupRoutes(serve: ServeCall, { db, clock, identity }: Needs): void {
  serve('GET /find', async ({ query }) => {
    const sought = readSought(query.search);
    if (sought.text === '') return { reply: NONE };
    await indexPeople(db, NEWCOMERS);
    const found = await find(db, sought, query);
    await noteFound(db, sought.kind, found, clock.now());
    return { reply: found };
  });

  serve('GET /people/:id', async ({ params }) => {
    const person = await requirePerson(db, params.id);
    const now = clock.now();
    const sessions = person.removed_at === null ? await findSessions(identity, person.email, now) : [];
    const pages = await Promise.all(RecordPart.options.map(async (part) => [part, await readRecords(db, person.id, { part, limit: FIRST_ROWS })] as const));
    await notePersonViewed(db, person.id, 'all', now);
    const reply: PersonDetails = {
      ...toFoundPerson(person),
      suspendedAt: toIso(person.suspended_at),
      removedAt: toIso(person.removed_at),
      erasedAt: toIso(person.erased_at),
      sessions,
      // One entry for each part.
      records: Object.fromEntries(pages) as PersonDetails['records'],
    };
    return { reply };
  });

  serve('GET /people/:id/records', async ({ params, query }) => {
    const person = await requirePerson(db, params.id);
    const page = await readRecords(db, person.id, query);
    await notePersonViewed(db, person.id, query.part, clock.now());
    return { reply: page };
  });

  serve('GET /orders/:orderId/details', async ({ params }) => {
    const order = await findOrder(db, params.orderId);
    requireOrder(order);
    const details = await readOrderDetails(db, order);
    await noteOrderViewed(db, order.id, clock.now());
    return { reply: details };
  });
}

/** One page of each kind, or of one kind only. */
async function find(
  db: Db,
  sought: ReturnType<typeof readSought>,
  { kind, limit, cursor }: { kind?: FoundKind | undefined; limit: number; cursor?: string | undefined },
) {
  const isWanted = (one: FoundKind) => kind === undefined || kind === one;
  const orderCursor = (list: string) => readCursor(list, kind === undefined ? undefined : cursor);
  const [people, orders, payments] = await Promise.all([
    isWanted('people') ? findPeople(db, sought, { limit, after: readTextCursor('find people', kind && cursor) }) : null,
    isWanted('orders') ? findOrders(db, sought, { limit, after: orderCursor('find orders') }) : null,
    isWanted('payments') ? findPayments(db, sought, { limit, after: orderCursor('find payments') }) : null,
  ]);
  return {
    people: people ? { items: people.items.map(toFoundPerson), next: writeCursor('find people', people.next) } : NONE.people,
    orders: orders ? toPage('find orders', orders) : NONE.orders,
    payments: payments ? toPage('find payments', payments) : NONE.payments,
  };
}

const toPage = <T>(list: string, { items, next }: PageOf<T>) => ({ items, next: writeCursor(list, next) });

function toFoundPerson(user: UserRow): FoundPerson {
  return {
    _id: user.id,
    name: user.name,
    email: user.erased_at === null ? user.email : '',
    role: user.role,
    since: toIso(user.created_at),
    verified: user.verified_at !== null,
    state: toState(user),
  };
}

function toState({ erased_at, removed_at, suspended_at }: UserRow): PersonState {
  if (erased_at !== null) return 'deleted';
  if (removed_at !== null) return 'removed';
  return suspended_at === null ? 'active' : 'suspended';
}

async function requirePerson(db: Db, id: string): Promise<UserRow> {
  const person = await findUser(db, id);
  if (!person) throw new NotFoundError('This person doesn’t exist.');
  return person;
}

async function readRecords(db: Db, id: string, { part, limit, cursor }: { part: RecordPart; limit: number; cursor?: string | undefined }) {
  return toPage(`records ${part}`, await READS[part](db, id, { limit, after: readCursor(`records ${part}`, cursor) }));
}
