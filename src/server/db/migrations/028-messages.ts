import { type Kysely, sql } from 'kysely';

const COLUMNS = [
  { table: 'notices', name: 'filled_with', type: 'text' },
  { table: 'outbox', name: 'filled_with', type: 'text' },
  { table: 'mails', name: 'letter', type: 'text' },
  { table: 'audit_log', name: 'redacted_by', type: 'text' },
];

/** In words that both engines understand; each can be done again where it was interrupted. */
const STATEMENTS = [
  // Whoever leaves is found everywhere without looking through what is everybody's.
  'create index if not exists listings_by_seller on listings (seller_id)',
  'create index if not exists orders_by_seller on orders (seller_id, state)',
  'create index if not exists order_history_notes on order_history (by_id) where note is not null',
  'create index if not exists mails_of_recipient on mails (recipient)',
  'create index if not exists decision_answers_of_author on decision_answers (author_id)',
  // Whoever claims a phone is known by their id; an address stays behind when they leave.
  `update imei_questions set said = '' where kind = 'claimed_twice' and said <> ''`,
  // A demo shop's mailbox holds whole mails: those that name a buyer, or of which nobody knows it any more, are not worth keeping.
  `delete from mails where letter is null and id not in (select id from outbox where kind not in ('phone_sold', 'phone_booked'))`,
];

const BATCH = 500;

/** Messages hold templates, and refer to people in place of naming them; what named a buyer to a seller does so from now on. */
export const referToPeople = async (db: Kysely<unknown>): Promise<void> => {
  const tables = await db.introspection.getTables();
  const isThere = (table: string, name: string) => tables.find((one) => one.name === table)?.columns.some((column) => column.name === name) ?? false;
  for (const { table, name, type } of COLUMNS) if (!isThere(table, name)) await sql.raw(`alter table ${table} add column ${name} ${type}`).execute(db);
  await sql`create index if not exists orders_to_convert on orders (seller_id, product_name)`.execute(db);
  await convertAll(db, 'notices');
  await convertAll(db, 'outbox');
  await sql`drop index orders_to_convert`.execute(db);
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
};

type Candidate = {
  message_id: string;
  kind: 'phone_sold' | 'phone_booked';
  body: string;
  order_id: string;
  product_name: string;
  price_cents: number;
  buyer_name: string;
  phone: string;
  meeting_location: string;
};

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** The message in its new form, when it says exactly what this order makes it say; else null: it is about another order. */
function convert({ kind, body, ...order }: Candidate) {
  const price = dollars.format(order.price_cents / 100);
  const [name, phone, place] = (['buyer_name', 'phone', 'meeting_location'] as const).map((part) => ({ order: order.order_id, part }));
  const filled = [name, { cents: Number(order.price_cents) }, order.product_name];
  if (kind === 'phone_sold') {
    const said = `${order.buyer_name} paid ${price} for your ${order.product_name}. Call ${order.phone} and meet here: ${order.meeting_location}.`;
    const template = '{0} paid {1} for your {2}. Call {3} and meet here: {4}.';
    return said === body ? { subject: 'Sold: {0}', template, values: { subject: [order.product_name], body: [...filled, phone, place] } } : null;
  }
  const rest = 'Keep it for now: it is sold once somebody has paid, and then you read whom to meet and where.';
  const said = `${order.buyer_name} booked your ${order.product_name} for ${price}. ${rest}`;
  const template = `{0} booked your {2} for {1}. ${rest}`;
  return said === body ? { subject: 'Somebody booked your {0}', template, values: { subject: [order.product_name], body: filled } } : null;
}

async function convertAll(db: Kysely<unknown>, table: 'notices' | 'outbox'): Promise<void> {
  const seller = table === 'notices' ? sql`users.id = message.user_id` : sql`users.email = message.recipient`;
  for (let after = ''; ; ) {
    const { rows: messages } = await sql<{ id: string }>`select id from ${sql.table(table)} as message
      where kind in ('phone_sold', 'phone_booked') and filled_with is null and id > ${after} order by id limit ${BATCH}`.execute(db);
    const last = messages.at(-1);
    if (!last) return;
    const { rows } = await sql<Candidate>`
      select message.id as message_id, message.kind, message.body, orders.id as order_id, orders.product_name, orders.price_cents,
        orders.buyer_name, orders.phone, orders.meeting_location
      from ${sql.table(table)} as message
      inner join users on ${seller}
      inner join orders on orders.seller_id = users.id
        and message.subject = case message.kind when 'phone_sold' then 'Sold: ' else 'Somebody booked your ' end || orders.product_name
      where message.kind in ('phone_sold', 'phone_booked') and message.filled_with is null and message.id > ${after} and message.id <= ${last.id}`.execute(db);
    for (const row of rows) {
      const converted = convert(row);
      if (!converted) continue;
      const { subject, template, values } = converted;
      await sql`update ${sql.table(table)} set subject = ${subject}, body = ${template}, filled_with = ${JSON.stringify(values)} where id = ${row.message_id}`.execute(
        db,
      );
    }
    after = last.id;
  }
}
