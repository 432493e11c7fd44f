import { useQuery } from '@tanstack/react-query';
import type { SavedSearch } from '#contract/alerts/alerts.ts';
import { ALERT_FREQUENCIES, type AlertFrequency } from '#contract/shared/saved-searches.ts';
import { Link } from '../../router/index.ts';
import { EmptyState, FailedRead } from '../../ui/alerts.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { CompactSelect } from '../../ui/field.tsx';
import { Moment } from '../../ui/moment.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { useHeadingFocus } from '../../ui/use-heading-focus.ts';
import { useApp } from '../../use-app.tsx';
import { OwnAd, type OwnAdProps } from './own-wanted-ad.tsx';
import { savedSearchesOptions, useDeleteSearch, useSetFrequency } from './queries.ts';

const FREQUENCIES: Record<AlertFrequency, string> = { instantly: 'Instantly', daily: 'Daily', weekly: 'Weekly', off: 'Off' };

type SavedSearchesProps = Pick<OwnAdProps, 'adForm'>;

/** The user's saved searches: each with its page, how often it alerts, and a way to delete it. */
export function SavedSearches({ adForm }: SavedSearchesProps) {
  const { api } = useApp();
  const { data, error, refetch, isFetching } = useQuery(savedSearchesOptions(api));
  const list = useHeadingFocus<HTMLUListElement>(data?.length ?? 0);
  if (error && !data) return <FailedRead message="We couldn’t load your saved searches." onRetry={() => void refetch()} busy={isFetching} />;
  if (!data) return <RowsSkeleton count={4} />;
  if (data.length === 0)
    return (
      <EmptyState title="No saved searches yet" action={<ButtonLink to="/phones">See all phones</ButtonLink>}>
        Search or filter, press “Save this search”, and we’ll alert you to new phones that match.
      </EmptyState>
    );
  return (
    <ul ref={list} tabIndex={-1} aria-label="Saved searches" className="outline-none">
      {data.map((search) => (
        <Row key={search._id} search={search} adForm={adForm} />
      ))}
    </ul>
  );
}

function Row({ search, adForm }: SavedSearchesProps & { search: SavedSearch }) {
  const { _id: id, title, path, frequency, savedAt } = search;
  const set = useSetFrequency();
  const remove = useDeleteSearch();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-4 first:border-t-0">
      <div className="min-w-0 flex-1 basis-60">
        <Link to={path} className="-mt-2.5 inline-block py-2.5 font-semibold wrap-anywhere hover:text-accent hover:underline">
          <bdi>{title}</bdi>
        </Link>
        <p className="text-sm text-muted">
          Saved <Moment iso={savedAt} />
        </p>
      </div>
      <div className="flex items-center gap-2">
        <CompactSelect
          label={`Alerts: ${title}`}
          value={frequency}
          onChange={({ target }) => set.mutate({ id, frequency: ALERT_FREQUENCIES.find((one) => one === target.value) ?? 'off' })}
        >
          {ALERT_FREQUENCIES.map((one) => (
            <option key={one} value={one}>
              {FREQUENCIES[one]}
            </option>
          ))}
        </CompactSelect>
        <DeleteButton name={`“${title}”`} onConfirm={() => remove.mutateAsync(id).catch(() => {})}>
          You’ll get no more alerts about phones that match it.
        </DeleteButton>
      </div>
      <OwnAd search={search} adForm={adForm} />
    </li>
  );
}
