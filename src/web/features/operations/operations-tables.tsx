import type { OperationsReport, QueueReport, RouteReport, ServiceReport } from '#contract/operations.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { ConditionBadge } from './condition-badge.tsx';
import { formatMs, QUEUE_NAMES, SERVICE_NAMES } from './operations-labels.ts';

const SERVICE_COLUMNS: Column<ServiceReport>[] = [
  {
    header: 'Service',
    cell: ({ name, kind }) => (
      <span className="font-medium">
        {SERVICE_NAMES[name]} <span className="font-normal text-muted">({kind})</span>
      </span>
    ),
  },
  { header: 'State', cell: ({ condition }) => <ConditionBadge condition={condition} /> },
  { header: 'Last success', cell: ({ lastSuccessAt }) => (lastSuccessAt ? <Moment iso={lastSuccessAt} /> : <Never />) },
  {
    header: 'Last failure',
    cell: ({ lastFailureAt, failure }) =>
      lastFailureAt ? (
        <span className="wrap-anywhere">
          <Moment iso={lastFailureAt} />: {failure}
        </span>
      ) : (
        <Never />
      ),
  },
  { header: 'What to do', cell: (row) => <Advice row={row} /> },
];

const QUEUE_COLUMNS: Column<QueueReport>[] = [
  { header: 'Queue', cell: ({ name }) => <span className="font-medium">{QUEUE_NAMES[name]}</span> },
  { header: 'Waiting', cell: ({ waiting }) => <span className="tabular-nums">{waiting.toLocaleString()}</span> },
  { header: 'Oldest since', cell: ({ oldestAt }) => (oldestAt ? <Moment iso={oldestAt} /> : <span className="text-muted">–</span>) },
  { header: 'State', cell: ({ condition }) => <ConditionBadge condition={condition} /> },
  { header: 'What to do', cell: (row) => <Advice row={row} /> },
];

const ROUTE_COLUMNS: Column<RouteReport>[] = [
  {
    header: 'Route',
    cell: ({ method, route }) => (
      <code className="text-sm wrap-anywhere">
        {method} {route}
      </code>
    ),
  },
  { header: 'Median', cell: ({ p50Ms }) => <Ms ms={p50Ms} /> },
  { header: '95th percentile', cell: ({ p95Ms }) => <Ms ms={p95Ms} /> },
  { header: '99th percentile', cell: ({ p99Ms }) => <Ms ms={p99Ms} /> },
  { header: 'Requests', cell: ({ count }) => <span className="tabular-nums">{count.toLocaleString()}</span> },
  { header: 'Failed', cell: ({ failed }) => <span className="tabular-nums">{failed.toLocaleString()}</span> },
];

type Setting = OperationsReport['settings'][number];

const SETTING_COLUMNS: Column<Setting>[] = [
  { header: 'Setting', cell: ({ name }) => <code className="text-sm wrap-anywhere">{name}</code> },
  {
    header: 'Value',
    cell: ({ value }) => (value === null ? <span className="text-muted">set</span> : <span className="wrap-anywhere">{value}</span>),
  },
];

export function ServicesTable({ services }: Pick<OperationsReport, 'services'>) {
  return <DataTable caption="Services" columns={SERVICE_COLUMNS} rows={services} rowKey={({ name }) => name} />;
}

export function QueuesTable({ queues }: Pick<OperationsReport, 'queues'>) {
  return <DataTable caption="Queues" columns={QUEUE_COLUMNS} rows={queues} rowKey={({ name }) => name} />;
}

export function RoutesTable({ routes }: Pick<OperationsReport, 'routes'>) {
  return <DataTable caption="Slowest routes" columns={ROUTE_COLUMNS} rows={routes} rowKey={({ method, route }) => `${method} ${route}`} />;
}

/** The settings that are set; the many others are folded away. */
export function SettingsTable({ settings }: Pick<OperationsReport, 'settings'>) {
  const unset = settings.filter(({ isSet }) => !isSet);
  return (
    <>
      <DataTable caption="Settings" columns={SETTING_COLUMNS} rows={settings.filter(({ isSet }) => isSet)} rowKey={({ name }) => name} />
      <details className="rounded-2xl border border-line bg-surface px-4">
        <summary className="flex min-h-11 cursor-pointer items-center font-medium">Not set ({unset.length})</summary>
        <p className="pb-4 text-sm text-muted wrap-anywhere">{unset.map(({ name }) => name).join(', ')}</p>
      </details>
    </>
  );
}

function Never() {
  return <span className="text-muted">never</span>;
}

function Advice({ row }: { row: Pick<ServiceReport, 'advice' | 'condition'> }) {
  return row.condition === 'good' || row.condition === 'unused' ? <span className="text-muted">{row.advice}</span> : row.advice;
}

function Ms({ ms }: { ms: number }) {
  return <span className="tabular-nums whitespace-nowrap">{formatMs(ms)}</span>;
}
