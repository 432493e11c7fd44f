import type { MeetingProposal, ProposalAnswer } from '#contract/meetings.ts';
import type { PaidOrder } from '#contract/orders.ts';
import { useOrderChange } from '../../queries/orders.ts';
import { Button } from '../../ui/button.tsx';
import { MeetingFacts } from '../../ui/meeting-facts.tsx';
import { otherNameOf } from './other-name.ts';

const DONE: Record<ProposalAnswer, string> = {
  accept: 'The meeting is agreed.',
  decline: 'You declined the proposal.',
  withdraw: 'You withdrew your proposal.',
};

/** A proposal that waits for an answer: the other side's with its answers, the user's own with a way back. */
export function ProposalToAnswer({ order, proposal }: { order: PaidOrder; proposal: MeetingProposal }) {
  const isOwn = proposal.by === order.side;
  return (
    <div className="grid gap-3 rounded-xl bg-sunken p-4" aria-live="polite">
      <p className="text-muted">{isOwn ? `You proposed. Waiting for ${otherNameOf(order)} to answer.` : `${otherNameOf(order)} proposes:`}</p>
      <MeetingFacts at={proposal.at} place={proposal.place} />
      <div className="flex flex-wrap gap-2">
        {isOwn ? (
          <Answer order={order} proposal={proposal} answer="withdraw" label="Withdraw" />
        ) : (
          <>
            <Answer order={order} proposal={proposal} answer="accept" label="Accept" />
            <Answer order={order} proposal={proposal} answer="decline" label="Decline" />
          </>
        )}
      </div>
    </div>
  );
}

function Answer({ order, proposal, answer, label }: { order: PaidOrder; proposal: MeetingProposal; answer: ProposalAnswer; label: string }) {
  const params = { orderId: order._id, proposalId: proposal._id };
  const give = useOrderChange<void>(order._id, {
    change: (api) => api.call('POST /orders/:orderId/proposals/:proposalId/answer', { params, body: { answer } }),
    done: DONE[answer],
  });
  const variant = answer === 'accept' ? 'primary' : answer === 'decline' ? 'secondary' : 'quiet';
  return (
    <Button variant={variant} busy={give.isPending} onClick={() => give.mutate()}>
      {label}
    </Button>
  );
}
