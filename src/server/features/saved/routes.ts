import { HARMLESS_REASONS } from '#contract/removals.ts';
import type { PhoneSummary, SavedPhone } from '#contract/saved.ts';
import { toIso } from '#contract/shared/moments.ts';
import { toDollars } from '#contract/shared/money.ts';
import { TAKEN_DOWN } from '#contract/shared/taken-down.ts';
import { readCursor, writeCursor } from '../../db/paging.ts';
import { NotFoundError } from '../../errors.ts';
import { deleted } from '../../http/replies.ts';
import type { ServeCall } from '../../http/route.ts';
import { readFor, type Services } from '../../services.ts';
import { productStatusOf } from '../listings/index.ts';
import { savePhones } from './commands.ts';
import { deleteSaved, findSaved, findSavedIds, findSummaries, type SavedRow, type SummaryRow } from './queries.ts';

const SAVED = 'saved';

/** Phones that people save, and what a device remembers of phones. */
export function savedRoutes(serve: ServeCall, services: Pick<Services, 'db' | 'reads' | 'replica' | 'clock'>): void {
  const { db } = services;

  serve('GET /phoneSummaries', async ({ caller, query: { ids } }) => {
    const rows = new Map((await findSummaries(readFor(caller, services), ids)).map((row) => [row.id, row]));
    return { reply: ids.flatMap((id) => rows.get(id) ?? []).flatMap((row) => toSummary(row) ?? []) };
  });

  serve('GET /saved', async ({ caller, query: { limit, cursor } }) => {
    const { items, next } = await findSaved(db, caller.userId, { limit, after: readCursor(SAVED, cursor) });
    return { reply: items.map(toSavedPhone), next: writeCursor(SAVED, next) };
  });

  serve('GET /saved/ids', async ({ caller }) => ({ reply: { ids: await findSavedIds(db, caller.userId) } }));

  serve('POST /saved', async ({ caller: { userId }, body: { ids } }) => {
    const { count, left } = await savePhones(services, userId, ids);
    const saved = new Set(await findSavedIds(db, userId));
    const there = ids.filter((id) => saved.has(id)).length;
    if (there === 0) throw new NotFoundError('This phone is no longer available.');
    return { reply: { acknowledged: true, matchedCount: there, modifiedCount: count, left } };
  });

  serve('DELETE /saved/:id', async ({ caller, params }) => deleted(await deleteSaved(db, caller.userId, params.id)));
}

/** Undefined for a phone that was taken down. */
function toSummary(row: SummaryRow): PhoneSummary | undefined {
  const status = productStatusOf(row);
  return status === 'hidden' || status === 'gone' ? undefined : { ...toPhone(row), status };
}

function toPhone(row: SummaryRow): Omit<PhoneSummary, 'status'> {
  return {
    _id: row.id,
    model_name: row.model_name,
    image: row.image,
    storage: row.storage,
    condition: row.condition,
    color: row.color,
    resale_price: toDollars(row.price_cents),
  };
}

function toSavedPhone(row: SavedRow): SavedPhone {
  const summary = toSummary(row);
  const isHarmless = HARMLESS_REASONS.includes(row.removed_reason ?? '');
  return {
    // What was taken down isn't shown anymore: by its seller, its photo; by the shop, its words as well.
    ...(summary ?? { ...toPhone(row), status: 'gone', image: '' }),
    ...(!summary && !isHarmless && { model_name: TAKEN_DOWN, storage: '', condition: '', color: '' }),
    priceThen: toDollars(row.price_then_cents),
    savedAt: toIso(row.saved_at),
  };
}
