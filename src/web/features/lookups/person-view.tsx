import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type PersonDetails, type PersonRecord, type RecordPage, RecordPart } from '#contract/lookups.ts';
import { ApiError } from '../../api.ts';
import { EmptyState, FailedRead } from '../../ui/alerts.tsx';
import { Badge, VerifiedBadge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmailLink } from '../../ui/contact-links.tsx';
import { type Column, DataTable, TableSkeleton } from '../../ui/data-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { formatPrice } from '../../ui/money.ts';
import { ListingLink, OrderLink, PersonLink } from '../../ui/record-links.tsx';
import { useApp } from '../../use-app.tsx';
import { PARTS, PERSON_STATES, ROLES, stateOf } from './labels.ts';
import { MoreButton, useMore } from './more.tsx';
import { personOptions, readMoreRecords } from './queries.ts';

/** Everything about one person, for admins. */
export function PersonView({ id, actions }: { id: string; actions: (person: PersonDetails) => ReactNode }) {
  const { api } = useApp();
  const { data: person, error, refetch, isFetching } = useQuery(personOptions(api, id));
  if (person) return <Person person={person} actions={actions(person)} />;
  if (error instanceof ApiError && error.status === 404) {
    return (
      <EmptyState title="Person not found" action={<ButtonLink to="/dashboard/find">Find someone</ButtonLink>}>
        Nobody has this ID.
      </EmptyState>
    );
  }
  return (
    <section className="grid gap-6">
      <h1 className="text-2xl">Person</h1>
      {error ? <FailedRead message="We couldn’t load this person." onRetry={() => void refetch()} busy={isFetching} /> : <TableSkeleton />}
    </section>
  );
}

function Person({ person, actions }: { person: PersonDetails; actions: ReactNode }) {
  const shown = RecordPart.options.filter((part) => person.records[part].items.length > 0);
  const empty = RecordPart.options.filter((part) => !shown.includes(part));
  return (
    <div className="grid gap-10">
      <section aria-label={person.name} className="grid gap-4 outline-none">
        <h1 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-2xl wrap-anywhere">
          {person.name}
          {person.verified && <VerifiedBadge />}
          <Badge tone={PERSON_STATES[person.state].tone}>{PERSON_STATES[person.state].text}</Badge>
        </h1>
        <Facts person={person} />
        {actions}
      </section>
      {person.sessions.length > 0 && <Sessions sessions={person.sessions} />}
      {shown.map((part) => (
        <Records key={part} id={person._id} part={part} first={person.records[part]} />
      ))}
      {empty.length > 0 && <p className="text-muted">None yet: {empty.map((part) => PARTS[part].toLowerCase()).join(', ')}.</p>}
    </div>
  );
}

function Facts({ person }: { person: PersonDetails }) {
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      <Fact name="Role">{ROLES[person.role]}</Fact>
      {person.email !== '' && (
        <Fact name="Email">
          <EmailLink address={person.email} />
        </Fact>
      )}
      <Fact name="Joined">
        <Moment iso={person.since} />
      </Fact>
      {person.suspendedAt && (
        <Fact name="Suspended">
          <Moment iso={person.suspendedAt} />
        </Fact>
      )}
      {person.erasedAt && (
        <Fact name="Deleted their account">
          <Moment iso={person.erasedAt} />
        </Fact>
      )}
      {person.removedAt && !person.erasedAt && (
        <Fact name="Removed">
          <Moment iso={person.removedAt} />
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

function Sessions({ sessions }: Pick<PersonDetails, 'sessions'>) {
  return (
    <section className="grid gap-3" aria-label="Logged in now">
      <h2 className="text-xl">Logged in now</h2>
      <ul className="grid gap-2">
        {sessions.map((session) => (
          <li key={session._id} className="flex flex-wrap gap-x-3">
            <span>{session.device ?? 'Unknown browser'}</span>
            {session.address && <span className="text-muted">{session.address}</span>}
            <span className="text-sm text-muted">
              last used <Moment iso={session.lastUsed} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Records({ id, part, first }: { id: string; part: RecordPart; first: RecordPage }) {
  const { api } = useApp();
  const more = useMore<PersonRecord>(first, { key: ['person', id, part], read: (cursor) => readMoreRecords(api, { id, part }, cursor) });
  return (
    <section className="grid gap-4" aria-label={PARTS[part]}>
      <h2 className="text-xl">
        {PARTS[part]} ({more.rows.length}
        {more.hasMore && '+'})
      </h2>
      <DataTable caption={PARTS[part]} columns={columnsOf(part, more.rows)} rows={more.rows} rowKey={({ _id }) => _id} />
      <MoreButton more={more} about={PARTS[part]} />
    </section>
  );
}

/** The columns in which some row has something. */
function columnsOf(part: RecordPart, rows: PersonRecord[]): Column<PersonRecord>[] {
  const has = (is: (row: PersonRecord) => unknown): boolean => rows.some((row) => Boolean(is(row)));
  const columns: (Column<PersonRecord> | false)[] = [
    { header: part === 'signIns' ? 'Browser' : 'Phone', card: 'title', cell: (row) => <Title row={row} /> },
    has(({ amount }) => amount !== null) && {
      header: 'Amount',
      card: 'aside',
      cell: ({ amount }) => amount !== null && <span className="font-semibold whitespace-nowrap">{formatPrice(amount)}</span>,
    },
    { header: part === 'signIns' ? 'What' : 'State', card: 'line', cell: ({ state }) => stateOf(part, state) },
    has(({ person }) => person) && {
      header: WHOM[part] ?? 'Person',
      card: 'line',
      cell: ({ person }) => person && <PersonLink id={person._id}>{person.name}</PersonLink>,
    },
    has(({ note }) => note) && {
      header: NOTES[part] ?? 'Reason',
      card: 'line',
      cell: ({ note }) => <span className="text-sm wrap-anywhere text-muted">{note}</span>,
    },
    { header: 'When', card: 'line', cell: ({ at }) => <Moment iso={at} className="text-sm text-muted @3xl:whitespace-nowrap" /> },
  ];
  return columns.filter((column) => column !== false);
}

const WHOM: Partial<Record<RecordPart, string>> = {
  orders: 'Seller',
  sales: 'Buyer',
  problems: 'Other side',
  noShows: 'Reported by',
  reviews: 'Written by',
  reviewsReported: 'About',
  conversationsReported: 'Reported by',
  reportsReceived: 'Reported by',
};
const NOTES: Partial<Record<RecordPart, string>> = { payments: 'Transaction', signIns: 'Network', reviews: 'Review', reviewsReported: 'Review' };

function Title({ row: { title, state, orderId, listingId } }: { row: PersonRecord }) {
  if (orderId !== null) {
    return <OrderLink id={orderId}>{title}</OrderLink>;
  }
  if (listingId !== null) {
    return (
      <ListingLink id={listingId} state={state} className="font-medium">
        {title}
      </ListingLink>
    );
  }
  return <span className="font-medium wrap-anywhere">{title === '' ? '–' : title}</span>;
}
