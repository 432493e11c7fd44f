import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import type { OperationsReport } from '#contract/operations.ts';
import { FailedRead } from '../../ui/alerts.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { useApp } from '../../use-app.tsx';
import { ConditionBadge } from './condition-badge.tsx';
import { formatBytes, nameOfCheck, todosOf } from './operations-labels.ts';
import { QueuesTable, RoutesTable, ServicesTable, SettingsTable } from './operations-tables.tsx';
import { operationsOptions } from './queries.ts';

const FACTS = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3';

/** The shop's operating state, for the admin. */
export function OperationsView() {
  const { api } = useApp();
  const query = useQuery(operationsOptions(api));
  if (!query.data && !query.error) return <PageSpinner />;
  return (
    <div className="grid gap-10">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div>
          <h1 className="text-2xl">Operations</h1>
          {query.data && (
            <p className="text-muted">
              As of {new Date(query.data.at).toLocaleTimeString()} {query.error ? '(the latest we could load)' : '(refreshes every 10 seconds)'}
            </p>
          )}
        </div>
        {query.data && (
          <Button variant="secondary" size="small" onClick={() => void query.refetch()}>
            Refresh
          </Button>
        )}
      </div>
      {query.error && <FailedRead message="We couldn’t load the operations report." onRetry={() => void query.refetch()} busy={query.isFetching} />}
      {query.data && <Report report={query.data} />}
    </div>
  );
}

function Report({ report }: { report: OperationsReport }) {
  return (
    <>
      <Todos report={report} />
      <Readiness report={report} />
      <Part title="Services" intro="As seen by this process since it started.">
        <ServicesTable services={report.services} />
      </Part>
      <Part title="Queues">
        <QueuesTable queues={report.queues} />
      </Part>
      <Storage report={report} />
      <Part title="Slowest routes" intro="Requests to this process since it started, by 95th percentile.">
        <RoutesTable routes={report.routes} />
      </Part>
      <Processes report={report} />
      <Versions report={report} />
      <Part title="Settings" intro="Secrets and personal values are shown only as set or not set.">
        <SettingsTable settings={report.settings} />
      </Part>
    </>
  );
}

/** What needs attention, first on the page; announced when it changes. */
function Todos({ report }: { report: OperationsReport }) {
  const todos = todosOf(report);
  return (
    <div role="status">
      {todos.length === 0 ? (
        <p className="flex items-center gap-2 rounded-2xl bg-good-soft p-4 text-good">
          <Icon name="circle-check" className="size-5 shrink-0" />
          Nothing needs your attention.
        </p>
      ) : (
        <div className="grid gap-2 rounded-2xl bg-danger-soft p-4 text-danger">
          <p className="font-semibold">{todos.length === 1 ? '1 thing needs your attention' : `${todos.length} things need your attention`}</p>
          <ul className="grid list-disc gap-1 pl-5">
            {todos.map(({ what, advice }) => (
              <li key={what}>
                <strong>{what}:</strong> {advice}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function Readiness({ report: { checks, process } }: { report: OperationsReport }) {
  return (
    <Part title="Readiness">
      <dl className={FACTS}>
        {checks.map(({ name, condition, advice }) => (
          <Fact key={name} name={nameOfCheck(name)}>
            <ConditionBadge condition={condition} /> {advice}
          </Fact>
        ))}
        <Fact name="Search index">
          <ConditionBadge condition={process.searches.condition} /> {process.searches.advice}
          {process.listings !== null && ` ${process.listings.toLocaleString()} phones on sale.`}
        </Fact>
      </dl>
    </Part>
  );
}

function Part({ title, intro, children }: { title: string; intro?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <div>
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {intro && <p className="max-w-prose text-muted">{intro}</p>}
      </div>
      {children}
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="rounded-2xl border border-line bg-surface p-4">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

function Storage({ report: { disk, backup } }: { report: OperationsReport }) {
  return (
    <Part title="Disk and backup">
      <dl className={FACTS}>
        <Fact name="Disk">
          <ConditionBadge condition={disk.condition} /> {formatBytes(disk.freeBytes)} of {formatBytes(disk.totalBytes)} free. {disk.advice}
        </Fact>
        <Fact name="Data directory">{disk.directory}</Fact>
        <Fact name="Database">
          {disk.databaseBytes === null ? 'unknown' : formatBytes(disk.databaseBytes)}
          {disk.walBytes !== null && `, plus ${formatBytes(disk.walBytes)} of write-ahead log`}
        </Fact>
        <Fact name="Last backup">
          <ConditionBadge condition={backup.condition} /> {backup.at && <Moment iso={backup.at} />}
          {backup.bytes !== null && `, ${formatBytes(backup.bytes)}`}
          {backup.file && `, ${backup.file}`}
          {backup.at && '. '}
          {backup.advice}
        </Fact>
      </dl>
    </Part>
  );
}

function Processes({ report: { processes } }: { report: OperationsReport }) {
  return (
    <Part title="Background jobs by process">
      {processes.length === 0 ? (
        <p>None right now. A process will pick up the work within seconds.</p>
      ) : (
        <dl className={FACTS}>
          {processes.map(({ host, pid, work }) => (
            <Fact key={`${host} ${pid}`} name={`${pid} on ${host}`}>
              {work.join(', ')}
            </Fact>
          ))}
        </dl>
      )}
    </Part>
  );
}

function Versions({ report: { versions, process } }: { report: OperationsReport }) {
  return (
    <Part title="Versions">
      <dl className={FACTS}>
        <Fact name="Shop">{versions.shop}</Fact>
        <Fact name="Node">{versions.node}</Fact>
        <Fact name="Database">{versions.database}</Fact>
        <Fact name="Migration">{versions.migration}</Fact>
        <Fact name="Responding process">
          {process.pid} on {process.host}, started <Moment iso={process.startedAt} />
        </Fact>
        <Fact name="Memory">{formatBytes(process.memoryBytes)}</Fact>
      </dl>
    </Part>
  );
}
