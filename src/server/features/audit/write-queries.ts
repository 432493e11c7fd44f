import { v7 as uuid } from 'uuid';
import type { AuditAct, AuditSubjectKind, AuditValues } from '#contract/audit.ts';
import type { Db } from '../../db/tables.ts';
import { currentScope, type Doer } from '../../request-scope.ts';
import { withoutContacts } from './contacts.ts';

/** What was done to what. `by`: who, where it is another than who asked; `before` and `after` name the fields that changed, and hold no secret and nobody's address. */
export type Deed = {
  act: AuditAct;
  subject: { kind: AuditSubjectKind; id: string };
  before?: AuditValues;
  after?: AuditValues;
  by?: Doer;
  /** The row's, where something else names it. */
  id?: string;
  now: number;
};

/** What people wrote may hold anything. */
export const FREE_TEXTS: readonly string[] = ['reason', 'note', 'answer'];

const toJson = (values: AuditValues | undefined): string | null => {
  if (values === undefined) return null;
  const entries = Object.entries(values).map(([key, value]) => [key, typeof value === 'string' && FREE_TEXTS.includes(key) ? withoutContacts(value) : value]);
  return JSON.stringify(Object.fromEntries(entries));
};

const BATCH = 500;

/** Keeps a record of what is done, in the transaction that does it: neither is without the other. Rows are sealed a moment later. */
export const writeAudit = async (tx: Db, deeds: Deed | Deed[]): Promise<void> => {
  const { by, network, requestId } = currentScope();
  const rows = [deeds].flat().map(({ act, subject, before, after, by: other, id, now }) => ({
    id: id ?? uuid(),
    number: null,
    at: now,
    actor_role: (other ?? by).role,
    actor_id: (other ?? by).id,
    act,
    subject_kind: subject.kind,
    subject_id: subject.id,
    network,
    request_id: requestId,
    before: toJson(before),
    after: toJson(after),
    previous: null,
    hash: null,
  }));
  for (let at = 0; at < rows.length; at += BATCH)
    await tx
      .insertInto('audit_log')
      .values(rows.slice(at, at + BATCH))
      .execute();
};
