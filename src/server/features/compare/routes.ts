import { ForReaders, type ServeCall } from '../../http/route.ts';
import type { Scope } from '../../http/scoped-cache.ts';
import { readFor, type Services } from '../../services.ts';
import { type Contacts, sellersOf } from '../contacts/index.ts';
import { findListings, toJudgedListing } from '../listings/index.ts';
import type { KnownModels } from '../phone-models/index.ts';
import type { SalesHistory } from '../price-estimates/index.ts';

type Needs = Pick<Services, 'reads' | 'replica'> & { salesHistory: SalesHistory; contacts: Contacts; models: KnownModels };

export function compareRoutes(serve: ServeCall, services: Needs): void {
  serve('GET /compare', async ({ caller, query: { ids } }) => {
    const db = readFor(caller, services);
    const [rows, judge] = await Promise.all([findListings(db, ids), services.salesHistory.open()]);
    const sources = await Promise.all(rows.map((row) => (row.catalog_model === null ? null : services.models.updatesSourceOf(db, row.catalog_model))));
    const there = new Set(rows.map(({ id }) => id));
    const gone = ids.filter((id) => !there.has(id));
    // A listing that is gone may be restored.
    const shows: Scope[] = [...gone.map((id): Scope => `listing:${id}`), ...rows.flatMap((row): Scope[] => [`listing:${row.id}`, `seller:${row.seller_id}`])];
    const reply = new ForReaders(async (asking) => {
      const shown = await services.contacts.open(asking, sellersOf(rows));
      return { phones: rows.map((row, at) => ({ ...toJudgedListing(row, shown, judge), updatesSource: sources[at] ?? null })), gone };
    });
    return { reply, shows };
  });
}
