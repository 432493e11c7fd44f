import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { AuditEntry, AuditValues } from '#contract/audit.ts';
import { Link, useSearchParams } from '../../router/index.ts';
import { EmptyState } from '../../ui/alerts.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { QUIET_LINK } from '../../ui/link-classes.ts';
import { Moment } from '../../ui/moment.tsx';
import { counted, PagedList } from '../../ui/paged-list.tsx';
import { useApp } from '../../use-app.tsx';
import { AuditFilter } from './audit-filter.tsx';
import { ACTS, ROLES, SUBJECTS } from './audit-text.ts';
import { auditLogOptions, auditSealOptions, filterOf } from './queries.ts';

const LINK = QUIET_LINK;
const LINES = 'grid justify-items-end gap-0.5 text-right @3xl:justify-items-start @3xl:text-left';

const COLUMNS: Column<AuditEntry>[] = [
  { header: 'Number', cell: ({ number }) => number ?? 'Not sealed yet' },
  { header: 'When', cell: ({ at }) => <Moment iso={at} /> },
  { header: 'Who', cell: ({ by }) => <By by={by} /> },
  { header: 'What', cell: (entry) => <What entry={entry} /> },
  { header: 'Before and after', cell: ({ before, after }) => <Change before={before} after={after} /> },
  { header: 'IP network', cell: (entry) => <From entry={entry} /> },
];

/** Who did what in the shop, newest first. */
export function AuditLog() {
  const { api } = useApp();
  const filter = filterOf(useSearchParams()[0]);
  // The previous entries stay until the next are loaded.
  const query = useInfiniteQuery({ ...auditLogOptions(api, filter), placeholderData: keepPreviousData });
  return (
    <div className="grid gap-8">
      <PagedList
        query={query}
        title="Audit Log"
        heading={counted('Audit Log')}
        failed="We couldn’t load the audit log."
        bar={<AuditFilter filter={filter} />}
        empty={<EmptyState title="No matching entries">Everything admins do appears here, and every change to roles, payments and listing states.</EmptyState>}
      >
        {(entries) => <DataTable caption="Audit log" columns={COLUMNS} rows={entries} rowKey={(entry) => entry._id} />}
      </PagedList>
      <Seal />
    </div>
  );
}

function Seal() {
  const { api } = useApp();
  const { data: seal } = useQuery(auditSealOptions(api));
  if (!seal || seal.hash === null) return null;
  return (
    <p className="text-sm text-muted wrap-anywhere">
      Sealed up to row {seal.number}: <code>{`${seal.number}:${seal.hash}`}</code>. Keep a copy of this elsewhere, so that <code>npm run audit:verify</code> can
      also detect entries cut off later.
    </p>
  );
}

function narrowedTo(name: string, value: string): string {
  return `/dashboard/auditLog?${new URLSearchParams({ [name]: value })}`;
}

function wordOf(value: AuditValues[string] | undefined): string {
  if (value === undefined || value === null) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}

/** Turns `priceCents` into `price cents`. */
function nameOf(key: string): string {
  return key.replaceAll('_', ' ').replace(/[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`);
}

function Change({ before, after }: Pick<AuditEntry, 'before' | 'after'>) {
  return (
    <ul className="grid gap-0.5 text-sm">
      {[...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].map((key) => (
        <li key={key} className="wrap-anywhere">
          <span className="text-muted">{nameOf(key)}:</span> {before?.[key] !== undefined && <del>{wordOf(before[key])}</del>}{' '}
          {after?.[key] !== undefined && wordOf(after[key])}
        </li>
      ))}
    </ul>
  );
}

function By({ by }: Pick<AuditEntry, 'by'>) {
  return (
    <span className={LINES}>
      {by._id === null ? (
        <span className="font-medium">{ROLES[by.role]}</span>
      ) : (
        <Link to={narrowedTo('who', by._id)} className={`font-medium wrap-anywhere ${LINK}`}>
          {by.name ?? `Person ${by._id}`}
        </Link>
      )}
      {by._id !== null && <span className="text-sm text-muted">{ROLES[by.role]}</span>}
    </span>
  );
}

function What({ entry: { act, subject } }: { entry: AuditEntry }) {
  return (
    <span className={LINES}>
      <span>{ACTS[act]}</span>
      <Link to={narrowedTo('subject', subject._id)} className={`text-sm wrap-anywhere ${LINK}`}>
        {SUBJECTS[subject.kind]}: {subject.name ?? subject._id}
      </Link>
    </span>
  );
}

function From({ entry: { network, requestId } }: { entry: AuditEntry }) {
  return (
    <span className={`text-sm ${LINES}`}>
      <span>{network ?? 'Inside'}</span>
      {requestId !== null && <span className="break-all text-muted">Request {requestId}</span>}
    </span>
  );
}
