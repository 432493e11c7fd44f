import type { PersonalData, StoredDataPart } from '#contract/personal-data.ts';
import { toIso } from '#contract/shared/moments.ts';
import { deleted } from '../../http/replies.ts';
import { FileReply, type ServeCall } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { nextTurn } from '../../turns.ts';
import { eraseAccount } from './commands.ts';
import { requireOwnTypedAddress } from './rules.ts';
import type { Person } from './stored-data.ts';
import { STORED_DATA } from './stored-data-queries.ts';

type Part = Omit<StoredDataPart, 'rows'> & { rows: object[] };

/** The caller's personal data, and deleting their account. */
export function personalDataRoutes(serve: ServeCall, services: Pick<Services, 'db' | 'clock' | 'identity' | 'images' | 'settings'>): void {
  const { clock, settings } = services;

  serve('GET /personalData', async ({ caller }) => {
    const { branding } = settings.current();
    const parts = readParts(services, { id: caller.userId, email: caller.email });
    return { reply: new FileReply('personal-data.json', writeData({ shop: branding.shopName, madeAt: toIso(clock.now()) }, parts)) };
  });

  serve('DELETE /personalData', async ({ caller, query, request }) => {
    requireOwnTypedAddress(caller, query.email);
    const deletedCount = await eraseAccount(services, caller, (error) => request.log.warn({ err: error }, 'the identity service has not deleted somebody yet'));
    return deleted(deletedCount);
  });
}

/** One table after another, each once the one before is written: a person may have more than fits in memory twice. */
async function* readParts({ db, identity }: Pick<Services, 'db' | 'identity'>, person: Person): AsyncGenerator<Part> {
  for (const { rows, ...part } of STORED_DATA) yield { ...part, rows: await rows(db, person) };
  yield* await identity.describe(person.email);
}

const ROWS_A_TURN = 200;

/** Writes a `PersonalData` as JSON, piece by piece. */
async function* writeData(head: Omit<PersonalData, 'parts'>, parts: AsyncIterable<Part>): AsyncGenerator<string> {
  let before = `${JSON.stringify(head).slice(0, -1)},"parts":[`;
  for await (const { rows, ...part } of parts) {
    yield `${before}${JSON.stringify(part).slice(0, -1)},"rows":[`;
    for (let from = 0; from < rows.length; from += ROWS_A_TURN) {
      await nextTurn();
      const some = rows.slice(from, from + ROWS_A_TURN).map((row) => JSON.stringify(toReadable(row)));
      yield `${from === 0 ? '' : ','}${some.join(',')}`;
    }
    before = ']},';
  }
  yield ']}]}';
}

const MOMENT = /(?:^|_)(?:at|until|since)$/u;
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
