import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FailedRead } from '../../../ui/alerts.tsx';
import { DownloadButton } from '../../../ui/download-button.tsx';
import { RowsSkeleton } from '../../../ui/skeleton.tsx';
import { useApp } from '../../../use-app.tsx';
import { FeeOnEach } from '../form/fee-note.tsx';
import { ImportPanel } from './import-panel.tsx';
import { importsOptions } from './queries.ts';
import { SendFile } from './send-file.tsx';

/** A seller's import of many phones, in whatever state, and the export of their own. `unlessSuspended` shows the form to those who may send a file. */
export function ImportProducts({ unlessSuspended }: { unlessSuspended: (form: ReactNode) => ReactNode }) {
  const { api } = useApp();
  const { data, error, refetch, isFetching } = useQuery(importsOptions(api));
  const latest = data?.[0];
  return (
    <div className="grid gap-8">
      <h1 className="text-2xl">Import And Export</h1>
      <div className="flex flex-wrap gap-3">
        <DownloadButton name="listings-template.csv" load={() => api.file('GET /listingTemplate', {})}>
          Download template
        </DownloadButton>
        <DownloadButton name="my-listings.csv" load={() => api.file('GET /listingExport', {})}>
          Export my products
        </DownloadButton>
      </div>
      {error && !data && <FailedRead message="We couldn’t load your imports." onRetry={() => void refetch()} busy={isFetching} />}
      {!data && !error && <RowsSkeleton />}
      {latest && <ImportPanel key={latest._id} found={latest} />}
      {data &&
        latest?.state !== 'running' &&
        unlessSuspended(
          <section className="grid gap-4" aria-label="Import a file">
            <h2 className="text-xl">{latest ? 'Import another file' : 'Import a file'}</h2>
            <FeeOnEach />
            <SendFile />
            <Explanation />
          </section>,
        )}
    </div>
  );
}

function Explanation() {
  return (
    <ul className="grid max-w-prose list-disc gap-1 pl-5 text-muted">
      <li>The first row names the columns, in any order: every field of the form, with specification fields as specification.SIM or just SIM.</li>
      <li>Condition answers, such as answers.battery, are optional. The template shows them.</li>
      <li>Photos are web addresses: the first in “image”, up to seven more in “photos”, separated by | or spaces.</li>
      <li>If there’s no category (“name”), we use the brand. The IMEI is optional.</li>
      <li>Commas, semicolons and tabs all work as separators. UTF-8 is best.</li>
      <li>
        To change phones you’ve listed, export them, change the cells and import the file: we find each by its “_id”. Or name phones yourself in an optional
        “reference” column, such as your stock number, and use the same one next time. Which phone it is, and its IMEI, can’t change.
      </li>
      <li>We skip exact copies of phones you’ve already listed, even if they’re paused.</li>
    </ul>
  );
}
