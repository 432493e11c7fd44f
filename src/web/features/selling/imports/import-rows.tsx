import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ImportRow, ImportRowsOnly, type ListingImport } from '#contract/selling/listing-imports.ts';
import { Link } from '../../../router/index.ts';
import { FailedRead } from '../../../ui/alerts.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { CompactSelect } from '../../../ui/field.tsx';
import { NextPage } from '../../../ui/next-page.tsx';
import { RowsSkeleton } from '../../../ui/skeleton.tsx';
import { useApp } from '../../../use-app.tsx';
import { labelOf } from './import-labels.ts';
import { importRowsOptions } from './queries.ts';

const COLUMNS: Column<ImportRow>[] = [
  { header: 'Row', cell: ({ row }) => <span className="tabular-nums">{row}</span> },
  {
    header: 'Phone',
    cell: ({ title, listingId }) =>
      listingId === null ? (
        <span dir="auto" className="wrap-anywhere">
          {title || '–'}
        </span>
      ) : (
        <Link to={`/selected-items-details/${listingId}`} className="font-medium wrap-anywhere underline decoration-line-strong underline-offset-4">
          {title}
        </Link>
      ),
  },
  { header: 'Price', cell: ({ price }) => <span className="wrap-anywhere">{price}</span> },
  { header: 'Status', cell: (row) => <Badge tone={toneOf(row)}>{labelOf(row)}</Badge> },
  { header: 'Reason', hideHeader: true, cell: (row) => <Sentences row={row} /> },
];

const WHICH: Record<ImportRowsOnly | 'all', string> = {
  all: 'All rows',
  problems: 'Errors',
  questions: 'Warnings',
  ready: 'Ready',
  listed: 'Done',
};

/** The result of each row, with a filter. */
export function ImportRows({ found }: { found: ListingImport }) {
  const { api } = useApp();
  const [only, setOnly] = useState<ImportRowsOnly | 'all'>(found.counts.refused + found.counts.failed > 0 ? 'problems' : 'all');
  const query = useInfiniteQuery(importRowsOptions(api, found, only));
  const { data, error, refetch, isFetching } = query;
  const rows = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <section className="grid gap-4" aria-label="Rows">
      <CompactSelect
        label="Show"
        className="max-w-xs"
        value={only}
        onChange={({ currentTarget }) => setOnly(ImportRowsOnly.safeParse(currentTarget.value).data ?? 'all')}
      >
        {Object.entries(WHICH).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </CompactSelect>
      {error && !data && <FailedRead message="We couldn’t load the rows." onRetry={() => void refetch()} busy={isFetching} />}
      {!data && !error && <RowsSkeleton />}
      {data && rows.length === 0 && <p className="text-muted">No rows.</p>}
      {rows.length > 0 && <DataTable caption="Rows" columns={COLUMNS} rows={rows} rowKey={({ row }) => String(row)} />}
      <NextPage query={query} />
    </section>
  );
}

function Sentences({ row: { fields, sentence, question } }: { row: ImportRow }) {
  return (
    <ul className="grid gap-1 text-left wrap-anywhere">
      {sentence !== null && <li>{sentence}</li>}
      {Object.entries(fields).map(([field, text]) => (
        <li key={field}>
          <span className="text-muted">{field}:</span> {text}
        </li>
      ))}
      {question !== null && <li className="text-warning">{question}</li>}
    </ul>
  );
}

function toneOf({ state }: ImportRow) {
  return state === 'ready' || state === 'listed' ? 'good' : 'neutral';
}
