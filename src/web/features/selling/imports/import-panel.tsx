import type { ListingImport } from '#contract/selling/listing-imports.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { DownloadButton } from '../../../ui/download-button.tsx';
import { useSingleFlight } from '../../../ui/use-single-flight.ts';
import { useApp } from '../../../use-app.tsx';
import { counted, ENCODING_LABELS, summaryOf } from './import-labels.ts';
import { ImportRows } from './import-rows.tsx';
import { Progress } from './progress.tsx';
import { useImportAction } from './queries.ts';

const HEADINGS: Record<ListingImport['state'], string> = {
  review: 'Review before listing',
  running: 'Your phones are being listed',
  done: 'Your phones are listed',
  cancelled: 'Import canceled',
  stopped: 'Import stopped',
};

/** An import, from the preview of its rows to its end. */
export function ImportPanel({ found }: { found: ListingImport }) {
  const { api } = useApp();
  const [confirm, cancel] = [useImportAction('confirm'), useImportAction('cancel')];
  const { _id: id, state, counts } = found;
  const press = useSingleFlight((what: typeof confirm) => what.mutateAsync(id).catch(() => null));
  const problems = counts.refused + counts.skipped + counts.failed;
  return (
    <section className="grid gap-5 outline-none" aria-label={`Import of ${found.fileName}`}>
      <h2 className="text-xl">{HEADINGS[state]}</h2>
      <p className="text-muted wrap-anywhere">{found.fileName}</p>
      {state === 'running' && (
        <Progress label="Listing phones" done={counts.listed + counts.failed} of={counts.ready + counts.listed + counts.failed} text={summaryOf(found)} />
      )}
      {/* The start and the end are announced, but not every count between them. */}
      <p role="status" className={state === 'running' ? 'sr-only' : ''}>
        {state === 'running' ? 'Listing phones…' : summaryOf(found)}
      </p>
      {found.encoding === 'windows-1252' && state === 'review' && <Guess />}
      <div className="flex flex-wrap gap-3">
        {state === 'review' && (
          <Button disabled={counts.ready === 0} busy={confirm.isPending} onClick={() => void press(confirm)}>
            {actionOf(counts)}
          </Button>
        )}
        {(state === 'review' || state === 'running') && (
          <Button variant="secondary" busy={cancel.isPending} onClick={() => void press(cancel)}>
            {state === 'review' ? 'Cancel import' : 'Stop listing'}
          </Button>
        )}
        {counts.listed > 0 && state !== 'running' && (
          <ButtonLink to="/dashboard/myProducts" variant="secondary">
            My Products
          </ButtonLink>
        )}
        {problems > 0 && (
          <DownloadButton name="rows-to-fix.csv" load={() => api.file('GET /listingImports/:id/problems', { params: { id } })}>
            Download rows to fix (CSV)
          </DownloadButton>
        )}
      </div>
      <Columns found={found} />
      {state !== 'running' && <ImportRows key={state} found={found} />}
    </section>
  );
}

function actionOf({ ready, updates }: ListingImport['counts']): string {
  if (updates === 0) return `List ${counted(ready)}`;
  return updates === ready ? `Update ${counted(updates)}` : `List ${ready - updates}, update ${updates}`;
}

function Guess() {
  return (
    <p className="rounded-xl bg-warning-soft px-4 py-3 text-warning">
      We couldn’t tell the file’s encoding, so we read it as Windows-1252. Check that letters such as é and ü look right below. If not, save the file as “CSV
      UTF-8” and import that.
    </p>
  );
}

function Columns({ found: { columns, encoding, separator } }: { found: ListingImport }) {
  return (
    <details className="rounded-2xl border border-line bg-surface p-4">
      <summary className="min-h-11 cursor-pointer content-center font-medium">How we read the file</summary>
      <p className="mt-2">
        {ENCODING_LABELS[encoding]}, separated by {separator}s.
      </p>
      <ul className="mt-2 grid gap-1 sm:grid-cols-2">
        {columns.map(({ column, field }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other unique name, and never move.
          <li key={at} className="wrap-anywhere">
            {column || '(no name)'} <span className="text-muted">{field === null ? 'isn’t used' : `→ ${field}`}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
