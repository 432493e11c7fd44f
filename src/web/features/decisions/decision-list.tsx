import { useInfiniteQuery } from '@tanstack/react-query';
import type { Decision, DecisionAnswer } from '#contract/decisions.ts';
import { FailedRead } from '../../ui/alerts.tsx';
import { Badge } from '../../ui/badge.tsx';
import { EmailLink } from '../../ui/contact-links.tsx';
import { ListBar, useListFilter } from '../../ui/list-bar.tsx';
import { LISTING_STATES } from '../../ui/listing-states.ts';
import { Moment } from '../../ui/moment.tsx';
import { NextPage } from '../../ui/next-page.tsx';
import { FEW } from '../../ui/paged-list.tsx';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { useHeadingFocus } from '../../ui/use-heading-focus.ts';
import { useApp } from '../../use-app.tsx';
import { badgeOf, undoingOf } from './decision-labels.ts';
import { decisionsOptions, useSettle } from './queries.ts';
import { ReviewText } from './review-text.tsx';
import { UndoButton } from './undo-button.tsx';

/** Decisions with an open answer, or that stand and can be undone; renders nothing while there are none. */
export function DecisionList({ show, title }: { show: 'answered' | 'standing'; title: string }) {
  const { api } = useApp();
  const filter = useListFilter(`${show}-`);
  const query = useInfiniteQuery(decisionsOptions(api, show, filter));
  const { data, error, refetch, isFetching } = query;
  const decisions = data?.pages.flatMap(({ items }) => items) ?? [];
  const heading = useHeadingFocus(decisions.length);
  const isFiltered = filter.search !== '' || filter.sort !== '';
  const find = { filter, label: `${title}: phone, seller or reason`, prefix: `${show}-` };
  if (error && !data) return <FailedRead message="We couldn’t load the decisions." onRetry={() => void refetch()} busy={isFetching} />;
  if (decisions.length === 0 && !isFiltered) return null;
  return (
    <section className="grid gap-4" aria-label={title}>
      <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
        {title}
      </h2>
      {(isFiltered || query.hasNextPage || decisions.length > FEW) && <ListBar {...find} />}
      {decisions.length === 0 && !query.hasNextPage && <p role="status">Nothing found. Try fewer words.</p>}
      <ul className="grid gap-4">
        {decisions.map((decision) => (
          <Row key={decision._id} decision={decision} />
        ))}
      </ul>
      <NextPage query={query} />
    </section>
  );
}

function Row({ decision }: { decision: Decision }) {
  return (
    <li className="grid gap-3 rounded-2xl border border-line bg-surface p-4 sm:p-5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge {...badgeOf(decision)} />
        <span className="font-medium wrap-anywhere">{nameOf(decision)}</span>
        {decision.conversationId === null ? (
          decision.listing && <span className="text-sm text-muted">{LISTING_STATES[decision.listing.state]}</span>
        ) : (
          <span className="text-sm text-muted">for messages about {decision.listing?.model_name}</span>
        )}
        <span className="text-sm break-all text-muted">
          <EmailLink address={decision.seller.email} />, <Moment iso={decision.at} />
        </span>
      </p>
      {decision.review && <ReviewText review={decision.review} />}
      <p className="max-w-prose wrap-anywhere">“{decision.reason}”</p>
      {decision.answers.length > 0 && (
        <ul className="grid gap-3" aria-label="Appeals">
          {decision.answers.map((answer) => (
            <Answer key={answer._id} answer={answer} decision={decision} />
          ))}
        </ul>
      )}
      {decision.undoneAt === null ? (
        <div>
          <UndoButton decision={decision} name={nameOf(decision)} />
        </div>
      ) : (
        <p className="text-sm text-muted wrap-anywhere">Undone: “{decision.undoneReason}”</p>
      )}
    </li>
  );
}

const nameOf = ({ conversationId, listing, seller }: Decision): string => (conversationId === null && listing?.model_name) || seller.name;

function Answer({ answer, decision }: { answer: DecisionAnswer; decision: Decision }) {
  const { button } = undoingOf(decision);
  const settle = useSettle();
  return (
    <li className="grid gap-2 border-l-2 border-line-strong pl-4 wrap-anywhere">
      <p>
        “{answer.text}”{' '}
        <span className="text-sm text-muted">
          {answer.name}, {authorOf(answer, decision)}, <Moment iso={answer.at} />
        </span>
      </p>
      {answer.settlement === null ? (
        <div>
          <ReasonButton
            draft={`appeal-reply:${answer._id}`}
            button="Reply"
            name={`Reply to ${answer.name}`}
            title="Reply to this appeal"
            consequence={`They’ll see your reply.${decision.undoneAt === null ? ` It doesn’t change the decision: if they’re right, use “${button}”, too.` : ''}`}
            label="Your reply"
            missing="Enter a reply."
            onSubmit={(reason) => settle.mutateAsync({ id: answer._id, reason })}
          />
        </div>
      ) : (
        <p className="text-sm text-muted">Your reply: “{answer.settlement}”</p>
      )}
    </li>
  );
}

function authorOf({ by }: DecisionAnswer, { conversationId, review }: Decision): string {
  if (by === 'reporter') return 'the person who reported it';
  if (review) return 'who wrote the review';
  return conversationId === null ? 'the seller' : 'who wrote them';
}
