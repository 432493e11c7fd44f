import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Statement, StatementLine } from '#contract/payouts.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { useSearchParams } from '../../router/index.ts';
import { FailedRead } from '../../ui/alerts.tsx';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { formatExact } from '../../ui/money.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useApp } from '../../use-app.tsx';
import { statementOptions, useStatementFile } from './queries.ts';
import { closingSums, describeEntry, monthsBetween, nameDay, nameMonth, STATEMENT_TEXTS } from './statement-text.ts';

const COLUMNS: Column<StatementLine>[] = [
  {
    header: 'Date',
    card: 'line',
    cell: ({ at }) => (
      <time dateTime={at} className="text-sm whitespace-nowrap text-muted">
        {nameDay(at)}
      </time>
    ),
  },
  { header: 'What', card: 'title', cell: (line) => <span className="font-medium">{describeEntry(line)}</span> },
  { header: 'Phone', card: 'line', cell: ({ ProductName }) => <span className="wrap-anywhere">{ProductName}</span> },
  { header: 'Amount', card: 'aside', cell: ({ amount }) => <Signed amount={amount} className="font-semibold" /> },
];

/** A seller's money in one month: what came in, what went out, and what is left. */
export function StatementView() {
  const { api } = useApp();
  const [params, setParams] = useSearchParams();
  const current = new Date().toISOString().slice(0, 7);
  const month = params.get('month') ?? current;
  const query = useQuery({ ...statementOptions(api, month), placeholderData: keepPreviousData });
  const { data } = query;
  return (
    <section className="grid gap-6">
      <h1 className="text-2xl">Statements</h1>
      <div className="flex items-start gap-3">
        <MonthField
          month={month}
          first={data?.firstMonth ?? month}
          last={data?.currentMonth ?? current}
          onChoose={(chosen) => void setParams({ month: chosen })}
        />
        {data && <FileButton month={data.month} />}
      </div>
      {query.error && <FailedRead message={sentenceOf(query.error)} onRetry={() => void query.refetch()} busy={query.isFetching} />}
      {!data && !query.error && <Skeleton className="h-96 rounded-2xl" />}
      {data && !query.error && <Content statement={data} />}
    </section>
  );
}

function MonthField({ month, first, last, onChoose }: { month: string; first: string; last: string; onChoose: (month: string) => void }) {
  const months = monthsBetween(first, last);
  return (
    <SelectField label="Month" value={month} onChange={({ currentTarget }) => onChoose(currentTarget.value)} className="min-w-0 flex-1 sm:max-w-56">
      {(months.includes(month) ? months : [month, ...months]).map((one) => (
        <option key={one} value={one}>
          {nameMonth(one)}
        </option>
      ))}
    </SelectField>
  );
}

function FileButton({ month }: { month: string }) {
  const file = useStatementFile(month);
  return (
    <Button variant="secondary" busy={file.isPending} onClick={() => file.mutate()} className="mt-[1.875rem] print:hidden">
      <Icon name="download" className="size-4" />
      <span>
        <span className="max-sm:sr-only">Download </span>CSV
      </span>
    </Button>
  );
}

function Content({ statement }: { statement: Statement }) {
  const { lines, isCut } = statement;
  return (
    <>
      <Balances statement={statement} />
      {lines.length === 0 ? (
        <p className="rounded-2xl border border-dashed border-line-strong p-6 text-center text-muted">
          Nothing happened to your money in {nameMonth(statement.month)}.
        </p>
      ) : (
        <DataTable caption={`Entries of ${nameMonth(statement.month)}`} columns={COLUMNS} rows={lines} rowKey={({ _id }) => _id} />
      )}
      {isCut && <p className="text-muted">These are the first {lines.length} entries. The CSV file has all of them.</p>}
    </>
  );
}

/** From the balance at the beginning of the month to the one at its end. */
function Balances({ statement: { month, opening, totals, ...end } }: { statement: Statement }) {
  return (
    <dl className="grid max-w-xl rounded-2xl border border-line bg-surface p-4 sm:p-5">
      <Row name={`Carried over into ${nameMonth(month)}`} amount={opening} />
      {totals.map(({ kind, amount }) => (
        <Row key={kind} name={STATEMENT_TEXTS[kind]} amount={amount} />
      ))}
      {closingSums(end).map(({ name, amount, note }) => (
        <div key={name} className="mt-3 grid grid-cols-[1fr_auto] items-baseline gap-x-4 gap-y-2 border-t border-line pt-3">
          <dt className="font-semibold">{name}</dt>
          <dd className="text-lg font-semibold whitespace-nowrap tabular-nums">{formatExact(amount)}</dd>
          {note && <dd className="col-span-2 text-muted">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}

function Row({ name, amount }: { name: string; amount: number }) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-1.5">
      <dt className="text-muted">{name}</dt>
      <dd>
        <Signed amount={amount} />
      </dd>
    </div>
  );
}

/** Money with its sign; a true minus reads better than a hyphen. */
function Signed({ amount, className = '' }: { amount: number; className?: string }) {
  return <span className={`whitespace-nowrap tabular-nums ${className}`}>{amount < 0 ? `−${formatExact(-amount)}` : formatExact(amount)}</span>;
}
