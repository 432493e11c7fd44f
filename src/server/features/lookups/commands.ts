import type { Found, RecordPart } from '#contract/lookups.ts';
import type { Db } from '../../db/tables.ts';
import { writeAudit } from '../audit/index.ts';
import type { Sought } from './rules.ts';

/** Records that an admin searched, and for what kind of text; not the text itself, which may be about anybody. */
export function noteFound(db: Db, kind: Sought['kind'], { people, orders, payments }: Found, now: number): Promise<void> {
  const after = { people: people.items.length, orders: orders.items.length, payments: payments.items.length };
  return writeAudit(db, { act: 'records_searched', subject: { kind: 'search', id: kind }, after, now });
}

/** Records that an admin saw what is stored about a person. */
export function notePersonViewed(db: Db, id: string, part: RecordPart | 'all', now: number): Promise<void> {
  return writeAudit(db, { act: 'person_viewed', subject: { kind: 'user', id }, after: { part }, now });
}

/** Records that an admin saw everything about an order. */
export function noteOrderViewed(db: Db, id: string, now: number): Promise<void> {
  return writeAudit(db, { act: 'order_viewed', subject: { kind: 'order', id }, now });
}
