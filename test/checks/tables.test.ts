import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { findBreaches } from '../../scripts/tables/find-breaches.ts';

const roots: string[] = [];
afterAll(() => {
  for (const root of roots) rmSync(root, { recursive: true, force: true });
});

const OWNERS = { listings: 'listings', orders: 'orders', outbox: 'mail', changes: 'db' };
const TABLES = 'export type Tables = {\n  listings: ListingsTable;\n  orders: OrdersTable;\n};\n';

function breachesIn(files: Record<string, string>, exempt: Record<string, string> = {}): string[] {
  const root = mkdtempSync(join(tmpdir(), 'tables-'));
  roots.push(root);
  for (const [path, text] of Object.entries({ 'src/server/db/tables.ts': TABLES, ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return findBreaches(root, { owners: OWNERS, exempt });
}

describe('the check of who writes which table', () => {
  test('Accepts a capability that writes its own tables and reads others', () => {
    const source = "tx.updateTable('orders').set({}); db.selectFrom('listings'); sql`update orders set a = 1`;";
    expect(breachesIn({ 'src/server/features/orders/queries.ts': source })).toEqual([]);
  });

  test.each([
    ["tx.insertInto('listings').values({})"],
    ["tx.updateTable('listings').set({})"],
    ["tx\n  .deleteFrom('listings')\n  .where('id', '=', id)"],
    ['sql`insert into listings (id) values (1)`'],
    ['sql`update listings set sold_at = 1`'],
    ['sql`DELETE FROM listings WHERE id = 1`'],
    ['sql`replace into listings (id) values (1)`'],
  ])('Finds a write of another capability’s table: %s', (source) => {
    expect(breachesIn({ 'src/server/features/orders/sale-queries.ts': source })).toEqual([
      'src/server/features/orders/sale-queries.ts writes listings, which belongs to listings.',
    ]);
  });

  test('Finds a command that writes another capability’s table, unless it is exempt', () => {
    const files = { 'src/server/features/orders/commands.ts': "tx.updateTable('listings').set({})" };
    expect(breachesIn(files)).toEqual(['src/server/features/orders/commands.ts writes listings, which belongs to listings.']);
    expect(breachesIn(files, { 'src/server/features/orders/commands.ts': 'for a reason' })).toEqual([]);
  });

  test.each([
    ["import { tell } from '../notices/index.ts';", 'tell'],
    ["import { findPostedMoments, postMails } from '../mail/index.ts';", 'postMails'],
    ["import {\n  type Deed,\n  writeAudit,\n} from '../audit/index.ts';", 'writeAudit'],
  ])('Finds queries that notify, mail or audit: %s', (source, name) => {
    expect(breachesIn({ 'src/server/features/orders/queries.ts': source })).toEqual([
      `src/server/features/orders/queries.ts imports ${name}: a use case that does more than write its own tables is a command.`,
    ]);
  });

  test('Lets commands notify, mail and audit, and queries read what was sent', () => {
    const commands = "import { tell } from '../notices/index.ts';";
    const queries = "import { findPostedMoments } from '../mail/index.ts';";
    expect(breachesIn({ 'src/server/features/orders/commands.ts': commands, 'src/server/features/orders/queries.ts': queries })).toEqual([]);
  });

  test('Finds a table that nobody owns', () => {
    expect(breachesIn({ 'src/server/db/tables.ts': TABLES.replace('};', '  offers: OffersTable;\n};') })).toEqual([
      'offers has no owner: add it to scripts/tables/owners.ts.',
    ]);
  });
});
