import { v7 as uuid } from 'uuid';
import type { AuditAct, AuditSubjectKind, AuditValues } from '#contract/audit.ts';
import type { Db } from '../../db/tables.ts';
import { currentScope, type Doer } from '../../http/request-scope.ts';
import { withoutContacts } from './contacts.ts';

/** An action and its subject. `by`: who did it, if not the caller. `before` and `after`: the fields that changed, without secrets or contact details. */
export type Deed = {
  act: AuditAct;
  subject: { kind: AuditSubjectKind; id: string };
  before?: AuditValues;
  after?: AuditValues;
  by?: Doer;
  /** The row's id, if something else refers to it. */
  id?: string;
  now: number;
};

/** Fields of free text. */
export const FREE_TEXTS: readonly string[] = ['reason', 'note', 'answer'];

const BATCH = 500;

type Sought = { subjectId: string; acts: AuditAct[]; network: string | null /** Epoch milliseconds. */; since: number };

/** The values of an `address_confirmed` entry that also ended the password. */
export const PASSWORD_ENDED = { password_ended: true };

/** Writes to the audit log, in the transaction of the action itself. Rows are sealed shortly after. */
export async function writeAudit(tx: Db, deeds: Deed | Deed[]): Promise<void> {
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
}

function toJson(values: AuditValues | undefined): string | null {
  if (values === undefined) return null;
  const entries = Object.entries(values).map(([key, value]) => [key, typeof value === 'string' && FREE_TEXTS.includes(key) ? withoutContacts(value) : value]);
  return JSON.stringify(Object.fromEntries(entries));
}

/** Whether somebody did one of these acts from this network since that time. */
export async function hasAudited(db: Db, { subjectId, acts, network, since }: Sought): Promise<boolean> {
  if (network === null) return false;
  const row = await db
    .selectFrom('audit_log')
    .select('id')
    .where('subject_id', '=', subjectId)
    .where('at', '>=', since)
    .where('act', 'in', acts)
    .where('network', '=', network)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** When somebody's password was last replaced by proving the mailbox, which locks out everyone else; 0 if never. */
export async function findPasswordEnd(db: Db, subjectId: string): Promise<number> {
  const row = await db
    .selectFrom('audit_log')
    .select((eb) => eb.fn.max('at').as('at'))
    .where('subject_id', '=', subjectId)
    .where((eb) => eb.or([eb('act', '=', 'password_reset'), eb.and([eb('act', '=', 'address_confirmed'), eb('after', '=', toJson(PASSWORD_ENDED))])]))
    .executeTakeFirst();
  return Number(row?.at ?? 0);
}
