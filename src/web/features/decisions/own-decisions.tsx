import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { OwnDecision as Decision } from '#contract/decisions.ts';
import { EmptyState } from '../../ui/alerts.tsx';
import { useListFilter } from '../../ui/list-bar.tsx';
import { counted, PagedList } from '../../ui/paged-list.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { useApp } from '../../use-app.tsx';
import { OwnDecision } from './own-decision.tsx';
import { myDecisionsOfKindOptions, myDecisionsOptions } from './queries.ts';

/** The shop's decisions about the user, their listings and their reports. */
export function OwnDecisions() {
  const { api } = useApp();
  const filter = useListFilter();
  const query = useInfiniteQuery(myDecisionsOptions(api, filter));
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

/** Which of a seller's listings are suspended, and why; renders `otherwise` when none are. */
export function HiddenNote({ otherwise }: { otherwise: ReactNode }) {
  const { api } = useApp();
  const { data: suspensions = [] } = useQuery(myDecisionsOfKindOptions(api, 'suspension'));
  const { data: holds = [] } = useQuery(myDecisionsOfKindOptions(api, 'hold'));
  const standing = standingOf([...suspensions, ...holds]);
  return standing.length === 0 ? otherwise : <Standing title="Hidden for now" decisions={standing} />;
}

/** What a seller may only do while they aren't suspended; else says that they can't, and why. */
export function UnlessSuspended({ title, children }: { title: string; children: ReactNode }) {
  const { api } = useApp();
  const { data, isLoading } = useQuery(myDecisionsOfKindOptions(api, 'suspension'));
  if (isLoading) return <RowsSkeleton />;
  const standing = standingOf(data ?? []);
  return standing.length === 0 ? children : <Standing title={title} decisions={standing} />;
}

const standingOf = (decisions: Decision[]): Decision[] => decisions.filter(({ as, undoneAt }) => as === 'seller' && undoneAt === null);

function Standing({ title, decisions }: { title: string; decisions: Decision[] }) {
  return (
    <section className="grid gap-3" aria-label={title}>
      <h2 className="text-xl">{title}</h2>
      <ul className="grid gap-3">
        {decisions.map((decision) => (
          <OwnDecision key={decision._id} decision={decision} />
        ))}
      </ul>
    </section>
  );
}
