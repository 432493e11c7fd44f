import { toIso } from '#contract/shared/moments.ts';
import { deleted } from '../../http/replies.ts';
import type { ServeCall } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { nextTurn } from '../../turns.ts';
import { eraseAccount } from './commands.ts';
import { requireOwnTypedAddress } from './rules.ts';
import { STORED_DATA } from './stored-data-queries.ts';

const MOMENT = /(?:^|_)(?:at|until)$/u;

/** The caller's personal data, and deleting their account. */
export function personalDataRoutes(serve: ServeCall, services: Pick<Services, 'db' | 'clock' | 'identity' | 'images' | 'settings'>): void {
  const { db, clock, identity, settings } = services;

  serve('GET /personalData', async ({ caller, response }) => {
    const person = { id: caller.userId, email: caller.email };
    const parts = [];
    // One table after another, so that no request of others waits for more than one of them.
    for (const { name, about, rows } of STORED_DATA) parts.push({ name, about, rows: await toReadableRows(await rows(db, person)) });
    for (const { name, about, rows } of await identity.describe(caller.email)) parts.push({ name, about, rows: await toReadableRows(rows) });
    response.header('content-disposition', 'attachment; filename="personal-data.json"').header('cache-control', 'no-store');
    return { reply: { shop: settings.current().branding.shopName, madeAt: toIso(clock.now()), parts } };
  });

  serve('DELETE /personalData', async ({ caller, query, request }) => {
    requireOwnTypedAddress(caller, query.email);
    const deletedCount = await eraseAccount(services, caller, (error) => request.log.warn({ err: error }, 'the identity service has not deleted somebody yet'));
    return deleted(deletedCount);
  });
}

const ROWS_A_TURN = 200;

async function toReadableRows(rows: object[]): Promise<Record<string, unknown>[]> {
  const readable: Record<string, unknown>[] = [];
  for (let from = 0; from < rows.length; from += ROWS_A_TURN) {
    await nextTurn();
    readable.push(...rows.slice(from, from + ROWS_A_TURN).map(toReadable));
  }
  return readable;
}

const JSON_COLUMNS = ['photos', 'specification', 'answers'];

/** Makes a row readable for people: times in ISO 8601, and stored JSON as values. */
function toReadable(row: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (value instanceof Date) return [name, value.toISOString()];
      if (typeof value === 'number' && MOMENT.test(name)) return [name, toIso(value)];
      // Only ever written by the shop itself.
      if (typeof value === 'string' && JSON_COLUMNS.includes(name)) return [name, JSON.parse(value)];
      return [name, value];
    }),
  );
}
