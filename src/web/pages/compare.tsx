import { useQuery } from '@tanstack/react-query';
import type { Comparison } from '#contract/compare.ts';
import { MOST_COMPARED } from '#contract/shared/page-size.ts';
import { sentenceOf } from '../error-sentence.ts';
import { ComparisonTable, DIFFERENCES } from '../features/compare/comparison-table.tsx';
import { comparisonOptions } from '../features/compare/queries.ts';
import { SizesSideBySide } from '../features/compare/sizes-side-by-side.tsx';
import { TestsSideBySide } from '../features/phone-tests/tests-side-by-side.tsx';
import type { PageModule } from '../rendering/page.ts';
import { readAhead } from '../rendering/prefetch.ts';
import { Form, useSearchParams } from '../router/index.ts';
import { EmptyState, FailedRead } from '../ui/alerts.tsx';
import { ButtonLink, buttonClass } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Icon } from '../ui/icon.tsx';
import { PendingNote, Skeleton } from '../ui/skeleton.tsx';
import { useFollowing } from '../ui/use-following.ts';
import { useApp } from '../use-app.tsx';

const HOW = `Select Compare on up to ${MOST_COMPARED} phones to see them here side by side.`;

export const load: PageModule['load'] = async ({ shop: { api }, queries, url }) => {
  const ids = readIds(url.searchParams);
  if (ids !== '') await readAhead(queries.prefetchQuery(comparisonOptions(api, ids)));
  return null;
};

const readIds = (query: URLSearchParams): string => query.getAll('ids').join();

export function Page() {
  const [query] = useSearchParams();
  const ids = readIds(query);
  return (
    <div className="page-width grid gap-8 pt-8 pb-10 md:pt-12 md:pb-20 print:block print:space-y-8">
      <h1 className="text-2xl md:text-3xl">Compare phones</h1>
      {ids === '' ? <NothingChosen>{HOW}</NothingChosen> : <Content ids={ids} only={query.get('only') === DIFFERENCES} />}
    </div>
  );
}

function NothingChosen({ title = 'No phones to compare yet', children }: { title?: string; children: string }) {
  return (
    <EmptyState title={title} action={<ButtonLink to="/phones">Browse phones</ButtonLink>}>
      {children}
    </EmptyState>
  );
}

function Content({ ids, only }: { ids: string; only: boolean }) {
  const { api } = useApp();
  const { data, error, isFetching, refetch } = useQuery(comparisonOptions(api, ids));
  if (data?.refused) return <NothingChosen title="We can’t compare these">{data.refused}</NothingChosen>;
  if (data) return <Compared comparison={data} only={only} />;
  if (error && !isFetching) return <FailedRead message={`We couldn’t load the phones. ${sentenceOf(error)}`} onRetry={() => void refetch()} />;
  return (
    <div role="status">
      <PendingNote />
      <Skeleton className="h-96" />
    </div>
  );
}

function Compared({ comparison: { phones, gone }, only }: { comparison: Comparison; only: boolean }) {
  return (
    <div className="grid gap-8 print:block print:space-y-8">
      {gone.length > 0 && <Gone count={gone.length} />}
      {phones.length === 0 ? (
        <NothingChosen title="These phones are no longer available">{HOW}</NothingChosen>
      ) : (
        <>
          {phones.length > 1 ? (
            <DifferencesSwitch ids={phones.map(({ _id }) => _id).join()} isOn={only} />
          ) : (
            <p className="text-muted">You’ve added one phone. {HOW}</p>
          )}
          {phones.length > 2 && <p className="-my-5 text-sm text-muted sm:hidden">Swipe to see all {phones.length} phones.</p>}
          <ComparisonTable phones={phones} onlyDifferences={only && phones.length > 1} />
          <TestsSideBySide phones={phones} onlyDifferences={only} />
          <SizesSideBySide phones={phones} />
        </>
      )}
    </div>
  );
}

function Gone({ count }: { count: number }) {
  return (
    <p className="flex items-center gap-3 rounded-xl bg-warning-soft px-4 py-3 text-warning">
      <Icon name="info" className="size-5 shrink-0" />
      {count === 1 ? 'One of these phones is no longer available.' : `${count} of these phones are no longer available.`}
    </p>
  );
}

/** Without JavaScript it takes a second press. */
function DifferencesSwitch({ ids, isOn }: { ids: string; isOn: boolean }) {
  return (
    <Form action="/compare" preventScrollReset className="flex flex-wrap items-center gap-3">
      <input type="hidden" name="ids" value={ids} />
      <Checkbox
        ref={useFollowing('checked', isOn)}
        role="switch"
        label="Show differences only"
        name="only"
        value={DIFFERENCES}
        defaultChecked={isOn}
        onChange={(event) => event.currentTarget.form?.requestSubmit()}
      />
      <noscript>
        <button type="submit" className={buttonClass({ variant: 'secondary', size: 'small' })}>
          Apply
        </button>
      </noscript>
    </Form>
  );
}
