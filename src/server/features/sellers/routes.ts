import type { Seller } from '#contract/sellers.ts';
import { toIso } from '#contract/shared/moments.ts';
import { readCursor, writeCursor } from '../../db/paging.ts';
import type { Db } from '../../db/tables.ts';
import { NotFoundError } from '../../errors.ts';
import type { ServeCall } from '../../http/route.ts';
import { readFor, type Services } from '../../services.ts';
import { type Contacts, sellersOf } from '../contacts/index.ts';
import { findOnSaleOfSeller, findSellerRecord, toListings } from '../listings/index.ts';
import type { SalesHistory } from '../price-estimates/index.ts';
import { findSeller } from './queries.ts';

type Needs = Pick<Services, 'db' | 'replica'> & { salesHistory: SalesHistory; contacts: Contacts };

const ON_SALE = 'seller on sale';

export function sellerRoutes(serve: ServeCall, services: Needs): void {
  serve('GET /sellers/:id', async ({ caller, params: { id } }) => {
    const db = readFor(caller, services);
    const { name, created_at, verified_at } = await requireSeller(db, id);
    const { offers, sold } = await findSellerRecord(db, id);
    const reply: Seller = { _id: id, name, since: toIso(created_at), verified: verified_at !== null, offers, sold };
    return { reply, shows: [`seller:${id}`] };
  });

  serve('GET /sellers/:id/products', async ({ caller, request, params: { id }, query: { limit, cursor } }) => {
    const db = readFor(caller, services);
    await requireSeller(db, id);
    const { items, next } = await findOnSaleOfSeller(db, id, { sort: 'newest', limit, after: readCursor(ON_SALE, cursor) });
    const shown = await services.contacts.open({ caller, request }, sellersOf(items));
    return { reply: toListings(items, shown, await services.salesHistory.open()), next: writeCursor(ON_SALE, next), shows: [`seller:${id}`, 'lists'] };
  });
}

async function requireSeller(db: Db, id: string) {
  const seller = await findSeller(db, id);
  if (!seller) throw new NotFoundError('This seller isn’t here, or isn’t any more.');
  return seller;
}
