import { createHash } from 'node:crypto';
import type { AuditLogRow } from '../../db/tables/operations.ts';

/** What stands before the first row. */
export const BEGINNING = '0'.repeat(64);

/** The last sealed row. */
export type Head = { number: number; hash: string };

/** A row as it is sealed. */
export type Sealable = Omit<AuditLogRow, 'number' | 'previous' | 'hash' | 'redacted_by'> & { number: number; previous: string };

/** What a row's seal is over: everything it says, its number, and the seal of the row before; in one order, as one line of JSON. */
const canonical = (row: Sealable): string =>
  JSON.stringify([
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

/** SHA-256 in hexadecimal. */
export const sealOf = (row: Sealable): string => createHash('sha256').update(canonical(row)).digest('hex');
