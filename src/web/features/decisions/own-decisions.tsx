import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { DecisionKind } from '#contract/decisions.ts';
import { EmptyState } from '../../ui/alerts.tsx';
import { useListFilter } from '../../ui/list-bar.tsx';
import { counted, PagedList } from '../../ui/paged-list.tsx';
import { useApp } from '../../use-app.tsx';
import { OwnDecision } from './own-decision.tsx';
import { myDecisionsOptions } from './queries.ts';

/** The shop's decisions about the user, their listings and their reports. */
export function OwnDecisions() {
  const { api } = useApp();
  const filter = useListFilter();
  const query = useInfiniteQuery({ ...myDecisionsOptions(api, filter), placeholderData: keepPreviousData });
  return (
    <PagedList
      query={query}
      title="Decisions"
      find={{ filter, label: 'Phone or reason' }}
      heading={counted('Decisions')}
      failed="We couldn’t load the decisions."
      empty={
        <EmptyState title="No decisions">
          If we make a decision about one of your listings, messages or reviews, or something you reported, it appears here with the reason.
        </EmptyState>
      }
    >
      {(decisions) => (
        <ul className="grid max-w-3xl gap-4">
          {decisions.map((decision) => (
            <OwnDecision key={decision._id} decision={decision} />
          ))}
        </ul>
      )}
    </PagedList>
  );
}

type SuspensionNoteProps = { title?: string; kinds?: DecisionKind[]; otherwise?: ReactNode };

/** Which of a seller's listings are suspended, and why; renders `otherwise` when none are. `kinds`: the decisions that count. */
export function SuspensionNote({ title = 'Hidden for now', kinds = ['hold', 'suspension'], otherwise = null }: SuspensionNoteProps) {
  const { api } = useApp();
  const { data } = useInfiniteQuery(myDecisionsOptions(api));
  const standing = (data?.pages ?? [])
    .flatMap(({ items }) => items)
    .filter(({ as, kind, undoneAt }) => as === 'seller' && undoneAt === null && kinds.includes(kind));
  if (standing.length === 0) return otherwise;
  return (
    <section className="grid gap-3" aria-label={title}>
      <h2 className="text-xl">{title}</h2>
      <ul className="grid gap-3">
        {standing.map((decision) => (
          <OwnDecision key={decision._id} decision={decision} />
        ))}
      </ul>
    </section>
  );
}
