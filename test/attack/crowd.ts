import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';

/** This many sellers with one phone each, so that there is something to harvest. */
const SELLERS = 150;

/** Adds sellers to a shop that is not running: each offers a copy of a phone on sale. */
export function addSellers(dataDir: string): void {
  const database = new DatabaseSync(join(dataDir, 'redial.db'));
  const [seller] = database.prepare("select * from users where role = 'seller' limit 1").all();
  const listings = database.prepare('select * from listings where sold_at is null and removed_at is null').all();
  if (!seller || listings.length === 0) throw new Error('the demo shop has no stock');
  database.exec('begin');
  for (let number = 0; number < SELLERS; number++) {
    const sellerId = randomUUID();
    insert(database, 'users', { ...seller, id: sellerId, email: `crowd-${number}@example.test`, name: `Crowd ${number}`, identity_subject: null });
    insert(database, 'listings', {
      ...listings[number % listings.length],
      id: randomUUID(),
      seller_id: sellerId,
      mobile_number: `+1 555 ${1000 + number}`,
      advertised_at: null,
    });
  }
  database.exec('commit');
  database.close();
}

function insert(database: DatabaseSync, table: string, row: Record<string, SQLInputValue>): void {
  const names = Object.keys(row);
  database
    .prepare(`insert into ${table} (${names.map((name) => `"${name}"`).join(', ')}) values (${names.map(() => '?').join(', ')})`)
    .run(...Object.values(row));
}
