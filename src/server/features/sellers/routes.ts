import { FEWEST_APPOINTMENTS, type Seller } from '#contract/sellers.ts';
import { readCursor, writeCursor } from '../../db/paging.ts';
import type { Db } from '../../db/tables.ts';
import { NotFoundError } from '../../errors.ts';
import { ForReaders, type ServeCall } from '../../http/route.ts';
import { readFor, type Services } from '../../services.ts';
import { findSeller } from '../accounts/index.ts';
import type { Contacts } from '../contacts/index.ts';
import { readAnswers } from '../conversations/index.ts';
import { findOnSaleOfSeller, type Presentations, type SellerRecords } from '../listings/index.ts';
import { countAppointments } from '../orders/index.ts';
import { scopesOf } from '../reviews/index.ts';

type Needs = Pick<Services, 'reads' | 'replica' | 'clock'> & { presentations: Presentations; contacts: Contacts; findSellerRecord: SellerRecords };

const ON_SALE = 'seller on sale';

export function sellerRoutes(serve: ServeCall, services: Needs): void {
  const { clock } = services;

  serve('GET /sellers/:id', async ({ caller, params: { id } }) => {
    const db = readFor(caller, services);
    const { name, verified_at } = await requireSeller(db, id);
    const now = clock.now();
    const [record, appointed, answers, shows] = await Promise.all([
      services.findSellerRecord(db, id),
      countAppointments(db, [id], now),
      readAnswers(db, id, now),
      scopesOf(db, id, now),
    ]);
    const { kept, missed } = appointed.get(id) ?? { kept: 0, missed: 0 };
    const all = kept + missed;
    const appointments = all < FEWEST_APPOINTMENTS ? null : { kept, all };
    const reply: Seller = { ...record, _id: id, name, verified: verified_at !== null, appointments, answers };
    return { reply, ...(shows && { shows }) };
  });

  serve('GET /sellers/:id/products', async ({ caller, params: { id }, query: { limit, cursor } }) => {
    const db = readFor(caller, services);
    await requireSeller(db, id);
    const { items, next } = await findOnSaleOfSeller(db, id, { sort: 'newest', limit, after: readCursor(ON_SALE, cursor) });
    const opened = await services.presentations.open(db, items);
    const reply = new ForReaders(async (asking) => opened.toReply(await services.contacts.open(asking, opened.sellerIds)));
    return { reply, next: writeCursor(ON_SALE, next), shows: [`seller:${id}`, 'lists'] };
  });
}

async function requireSeller(db: Db, id: string) {
  const seller = await findSeller(db, id);
  if (!seller) throw new NotFoundError('This seller isn’t here, or isn’t anymore.');
  return seller;
}
