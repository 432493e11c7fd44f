import type { PhoneModel } from '#contract/phone-models.ts';
import type { PriceRange } from '#contract/price-estimates.ts';
import { days } from '#contract/shared/durations.ts';
import { parsePhonePriceCents } from '#contract/shared/money.ts';
import { NotFoundError } from '../../errors.ts';
import type { ServeCall } from '../../http/route.ts';
import { readFor, type Services } from '../../services.ts';
import { findCategoryByName } from '../catalog/index.ts';
import { findPhoneModel, type KnownModels, momentOf } from '../phone-models/index.ts';
import { historyStart, toPriceHistory } from './history.ts';
import { figuresOf, toOnSale } from './model-prices.ts';
import { findOnSaleOfModel, findSalesOfModel } from './model-queries.ts';
import { findPriceEstimate } from './price-estimates.ts';
import { priceEstimateOf, SALES_DAYS } from './price-range.ts';
import { findAskedPrices, findPaidPrices } from './queries.ts';
import type { SalesHistory } from './sales-history.ts';

type Needs = Pick<Services, 'reads' | 'replica' | 'clock'> & { models: KnownModels; salesHistory: Pick<SalesHistory, 'typicalPrices' | 'factors'> };

export function priceEstimateRoutes(serve: ServeCall, services: Needs): void {
  const { clock, models, salesHistory } = services;
  const { launchOf } = models;

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
        // One that is invalid, or that the shop doesn't accept, isn't given yet.
        newPriceCents: parsePhonePriceCents(query.original_price),
        priceCents: parsePhonePriceCents(query.resale_price),
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

  serve('GET /modelPrices', async () => {
    const [{ entries }, typical] = await Promise.all([models.directory(), salesHistory.typicalPrices()]);
    const newestFirst = entries.toSorted((one, other) => compareTexts(one.brand, other.brand) || compareTexts(other.released ?? '', one.released ?? ''));
    return { reply: newestFirst.map(({ id, brand, name }) => ({ _id: id, brand, model_name: name, typical: typical.get(id) ?? null })), shows: ['lists'] };
  });

  serve('GET /modelPrices/:id', async ({ caller, params }) => {
    const db = readFor(caller, services);
    const now = clock.now();
    const model = await findPhoneModel(db, params.id);
    if (!model) throw new NotFoundError('The catalog has no such model.');
    const { _id, brand, model_name, launch_price, released, updates } = model;
    const [category, sales, onSale] = await Promise.all([
      findCategoryByName(db, brand),
      findSalesOfModel(db, _id, historyStart(now)),
      findOnSaleOfModel(db, _id),
    ]);
    const reply = {
      ...{ _id, brand, model_name, launch_price, released, updates, category: category?.name ?? null },
      ...figuresOf(sales, { now, recent: now - days(SALES_DAYS) }),
      days: SALES_DAYS,
      estimate: estimateOf(model, now),
      onSale: toOnSale(onSale),
    };
    return { reply, shows: [category ? `brand:${category.id}` : 'lists'] };
  });
}

/** What one in good condition is worth as far as the curve says, without any sales. */
function estimateOf({ brand, storage, launch_price, released }: PhoneModel, now: number): PriceRange | null {
  const phone = { brand, storage: `${storage[0] ?? ''}`, condition: 'good', purchaseYear: '', yearOfUse: '', newPriceCents: null, priceCents: null };
  const launch = { priceCents: launch_price === null ? null : Math.round(launch_price * 100), releasedAt: momentOf(released) };
  return priceEstimateOf(phone, { now, sales: [], launch }).range;
}

const compareTexts = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1);
