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
import { savePhones } from './commands.ts';
import { deleteSaved, findSaved, findSavedIds, findSummaries, type SavedRow, type SummaryRow } from './queries.ts';

const SAVED = 'saved';

/** Phones that people save, and what a device remembers of phones. */
export function savedRoutes(serve: ServeCall, services: Pick<Services, 'db' | 'reads' | 'replica' | 'clock'>): void {
  const { db } = services;

  serve('GET /phoneSummaries', async ({ caller, query: { ids } }) => {
    const rows = new Map((await findSummaries(readFor(caller, services), ids)).map((row) => [row.id, row]));
    return { reply: ids.flatMap((id) => rows.get(id) ?? []).map(toSummary) };
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

function toSummary(row: SummaryRow): PhoneSummary {
  return {
    _id: row.id,
    model_name: row.model_name,
    image: row.image,
    storage: row.storage,
    condition: row.condition,
    color: row.color,
    resale_price: toDollars(row.price_cents),
    status: statusOf(row),
  };
}

function statusOf({ sold_at, removed_at }: SummaryRow): PhoneSummary['status'] {
  if (sold_at !== null) return 'sold';
  return removed_at === null ? 'available' : 'paused';
}

function toSavedPhone(row: SavedRow): SavedPhone {
  const isGone = row.removed_at !== null && row.removed_reason !== 'paused';
  const isHarmless = HARMLESS_REASONS.includes(row.removed_reason ?? '');
  return {
    ...toSummary(row),
    // What was taken down isn't shown anymore: by its seller, its photo; by the shop, its words as well.
    ...(isGone && { status: 'gone', image: '' }),
    ...(isGone && !isHarmless && { model_name: TAKEN_DOWN, storage: '', condition: '', color: '' }),
    priceThen: toDollars(row.price_then_cents),
    savedAt: toIso(row.saved_at),
  };
}
