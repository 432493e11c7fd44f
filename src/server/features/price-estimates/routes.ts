import { MAX_PRICE_CENTS, parsePriceCents } from '#contract/shared/money.ts';
import type { ServeCall } from '../../http/route.ts';
import { readFor, type Services } from '../../services.ts';
import { findCategoryByName } from '../catalog/index.ts';
import { historyStart, toPriceHistory } from './history.ts';
import { findPriceEstimate, type LaunchOf } from './price-estimates.ts';
import { findAskedPrices, findPaidPrices } from './queries.ts';

type Needs = Pick<Services, 'reads' | 'replica' | 'clock'> & { launchOf: LaunchOf };

export function priceEstimateRoutes(serve: ServeCall, services: Needs): void {
  const { clock, launchOf } = services;

  serve('GET /priceEstimate', async ({ caller, query }) => {
    const db = readFor(caller, services);
    const category = await findCategoryByName(db, query.brand);
    const reply = await findPriceEstimate(
      { db, now: clock.now(), launchOf },
      {
        categoryId: category?.id ?? null,
        brand: query.brand,
        modelName: query.model_name,
        storage: query.storage,
        condition: query.condition,
        purchaseYear: query.purchase_year,
        yearOfUse: query.year_of_use,
        newPriceCents: centsOf(query.original_price),
        priceCents: centsOf(query.resale_price),
      },
    );
    return { reply };
  });

  serve('GET /priceHistory', async ({ caller, query }) => {
    const db = readFor(caller, services);
    const category = await findCategoryByName(db, query.brand);
    if (!category) return { reply: { months: [], asked: null } };
    const model = { categoryId: category.id, modelName: query.model_name };
    const [paid, asked] = await Promise.all([findPaidPrices(db, model, historyStart(clock.now())), findAskedPrices(db, model)]);
    return { reply: toPriceHistory(paid, asked), shows: [`brand:${category.id}`] };
  });
}

/** Treats an invalid price, or one that the shop doesn't accept, as not given yet. */
function centsOf(typed: string): number | null {
  const cents = parsePriceCents(typed);
  return cents !== null && cents > 0 && cents <= MAX_PRICE_CENTS ? cents : null;
}
