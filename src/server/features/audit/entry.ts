import { createHash } from 'node:crypto';
import type { AuditLogRow } from '../../db/tables/operations.ts';

/** The hash before the first row. */
export const BEGINNING = '0'.repeat(64);

/** The last sealed row. */
export type Head = { number: number; hash: string };

/** The parts of a row that are sealed. */
export type Sealable = Omit<AuditLogRow, 'number' | 'previous' | 'hash' | 'redacted_by'> & { number: number; previous: string };

/** A row's seal: SHA-256 in hexadecimal. */
export const sealOf = (row: Sealable): string => createHash('sha256').update(canonical(row)).digest('hex');

/** What a seal covers: the row's content, its number and the previous seal, as one line of JSON in a fixed order. */
function canonical(row: Sealable): string {
  return JSON.stringify([
    'audit-1',
    row.number,
    row.previous,
    row.id,
    row.at,
    row.actor_role,
    row.actor_id,
    row.act,
    row.subject_kind,
    row.subject_id,
    row.network,
    row.request_id,
    row.before,
    row.after,
  ]);
}
