import type { OwnDecision as Own } from '#contract/decisions.ts';
import { Link } from '../../router/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Moment } from '../../ui/moment.tsx';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { badgeOf } from './decision-labels.ts';
import { useAnswer } from './queries.ts';
import { ReviewText } from './review-text.tsx';

const MAX_ANSWER = 1000;

/** One decision, for the person it concerns. */
export function OwnDecision({ decision }: { decision: Own }) {
  return (
    <li className="grid gap-3 rounded-2xl border border-line bg-surface p-4 sm:p-5 wrap-anywhere">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge {...badgeOf(decision)} />
        {decision.listing && <span className="font-medium">{decision.listing.model_name}</span>}
        <span className="text-sm text-muted">
          {aboutWhat(decision)}, <Moment iso={decision.at} />
        </span>
      </p>
      {decision.review && <ReviewText review={decision.review} />}
      <p className="max-w-prose">“{decision.reason}”</p>
      {decision.conversationId !== null && <More to={`/dashboard/messages/${decision.conversationId}`}>View the conversation</More>}
      {decision.review && <More to={`/dashboard/orders/${decision.review.orderId}`}>View the order</More>}
      {decision.undoneAt !== null && (
        <p className="max-w-prose">
          <span className="font-medium">Undone</span> <Moment iso={decision.undoneAt} className="text-sm text-muted" />: “{decision.undoneReason}”
        </p>
      )}
      {decision.answer === null ? (
        isAppealable(decision) && <AnswerButton decision={decision} />
      ) : (
        <div className="grid gap-1 border-l-2 border-line-strong pl-4">
          <p>You wrote: “{decision.answer.text}”</p>
          <p className="text-muted">{decision.answer.settlement === null ? 'We haven’t replied yet.' : `Our reply: “${decision.answer.settlement}”`}</p>
        </div>
      )}
    </li>
  );
}

function More({ to, children }: { to: string; children: string }) {
  return (
    <p>
      <Link to={to} className="inline-flex min-h-11 items-center underline decoration-line-strong underline-offset-4">
        {children}
      </Link>
    </p>
  );
}

/** Against what was undone, only those have something to say whose report it followed. */
const isAppealable = ({ as, kind, undoneAt }: Own): boolean => undoneAt === null || (as === 'reporter' && kind !== 'clearance');

function aboutWhat({ as, listing, conversationId, review }: Own): string {
  if (conversationId !== null) return 'Your messages';
  if (review) return 'Your review';
  if (as === 'reporter') return 'You reported it';
  return listing ? 'Your listing' : 'Your account';
}

function AnswerButton({ decision }: { decision: Own }) {
  const answer = useAnswer();
  return (
    <div>
      <ReasonButton
        draft={`appeal:${decision._id}`}
        button="Appeal"
        name={`Appeal: ${decision.listing?.model_name ?? badgeOf(decision).children}`}
        title="Appeal this decision"
        consequence="You can appeal once. We’ll read it and reply here."
        label="Your appeal"
        max={MAX_ANSWER}
        missing="Enter your appeal."
        onSubmit={(text) => answer.mutateAsync({ id: decision._id, text })}
      />
    </div>
  );
}
