import type { PaidOrder } from '#contract/orders.ts';
import type { Problem } from '#contract/problems.ts';
import { MAX_STATEMENT } from '#contract/shared/problem-limits.ts';
import { useOrderChange } from '../../queries/orders.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Field } from '../../ui/field.tsx';
import { formatExact } from '../../ui/money.ts';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { PhotosField } from './photos-field.tsx';
import { useProblemCall } from './queries.ts';
import { useAmount } from './use-amount.ts';
import { useStatementPhotos } from './use-statement-photos.ts';

type Props = { order: PaidOrder; problem: Problem };

/** What this side can do about an open problem. */
export function AnswerButtons({ order, problem }: Props) {
  const { state } = order.fulfillment;
  if (state === 'decided' || state === 'completed' || state === 'canceled') return null;
  const isSeller = order.side === 'seller';
  const isBetweenPeople = (state === 'problem_reported' || state === 'refund_offered' || state === 'escalated') && !problem.wasReturning;
  return (
    <div className="flex flex-wrap items-start gap-3">
      {isSeller && isBetweenPeople && !(order.isWithBuyer && problem.openedBy === 'seller') && <TakeBack order={order} />}
      {isSeller && state === 'problem_reported' && order.isWithBuyer && <OfferPart order={order} />}
      {isSeller && state === 'problem_reported' && <Disagree order={order} />}
      {!isSeller && state === 'refund_offered' && problem.offer !== null && <AnswerOffer order={order} offer={problem.offer} />}
      <AddStatement order={order} />
      {(state === 'returning' || state === 'return_confirming') && <AskForDecision order={order} />}
      {isBetweenPeople && problem.openedBy === order.side && problem.reason !== 'code_waits' && <Withdraw order={order} />}
    </div>
  );
}

type Answer = { answer: 'return' | 'offer' | 'refuse'; amount?: string; text?: string };

const useAnswer = (orderId: string) =>
  useProblemCall<Answer>(orderId, (api, body) => api.call('POST /orders/:orderId/problem/answer', { params: { orderId }, body }));

function TakeBack({ order }: { order: PaidOrder }) {
  const isThere = order.isWithBuyer;
  const answer = useOrderChange<void>(order._id, {
    change: (api) => api.call('POST /orders/:orderId/problem/answer', { params: { orderId: order._id }, body: { answer: 'return' } }),
    done: isThere ? 'Agreed. Arrange with the buyer how you get the phone back.' : 'The buyer gets a full refund.',
  });
  const ask = isThere ? 'Take the phone back' : 'Refund everything';
  return (
    <ConfirmButton
      button={ask}
      variant="primary"
      title={`${ask}?`}
      onConfirm={() => answer.mutateAsync()}
      confirm={`Refund ${formatExact(order.charged)} to ${order.buyer.gone ? 'the buyer' : order.buyer.name}`}
    >
      {isThere ? 'The buyer gets a full refund once you both confirm that the phone is back.' : 'The sale is canceled, and the buyer gets a full refund.'}
    </ConfirmButton>
  );
}

function OfferPart({ order }: { order: PaidOrder }) {
  const draft = `problem-offer:${order._id}`;
  const { amount, ...part } = useAmount(draft, 'Enter how much you offer.');
  const answer = useAnswer(order._id);
  return (
    <ReasonButton
      draft={draft}
      button="Offer a partial refund"
      name="Offer a partial refund"
      title="Offer a partial refund?"
      consequence={`${order.buyer.gone ? 'The buyer' : order.buyer.name} keeps the phone and gets this much of ${formatExact(order.charged)} back. They have 72 hours to accept or decline.`}
      label="Message to the buyer"
      missing="Say what the offer is for."
      max={MAX_STATEMENT}
      send="Send the offer"
      isComplete={part.isFilledIn}
      onSubmit={(text) => answer.mutateAsync({ answer: 'offer', amount, text })}
      onRefused={part.showError}
    >
      <Field label="Amount in dollars" {...part.field} />
    </ReasonButton>
  );
}

function Disagree({ order }: { order: PaidOrder }) {
  const answer = useAnswer(order._id);
  return (
    <ReasonButton
      draft={`problem-disagreement:${order._id}`}
      button="Disagree"
      name="Disagree with the problem"
      title="Do you disagree?"
      consequence="We then decide, based on what you both told us and the messages that you two wrote about this phone. The money stays with us until then."
      label="Why you disagree"
      missing="Say why you disagree."
      max={MAX_STATEMENT}
      send="Send"
      onSubmit={(text) => answer.mutateAsync({ answer: 'refuse', text })}
    />
  );
}

function AnswerOffer({ order, offer }: { order: PaidOrder; offer: number }) {
  const amount = formatExact(offer);
  const seller = order.seller.gone ? 'the seller' : order.seller.name;
  const respond = useOrderChange<boolean>(order._id, {
    change: (api, accept) => api.call('POST /orders/:orderId/problem/offer', { params: { orderId: order._id }, body: { accept } }),
    done: 'Thank you. We’ve told the seller.',
  });
  return (
    <>
      <ConfirmButton
        button={`Accept ${amount}`}
        variant="primary"
        title="Accept the partial refund?"
        onConfirm={() => respond.mutateAsync(true)}
        confirm={`Keep the phone and get ${amount} back`}
      >
        That settles the problem: you keep the phone, {amount} goes back to your card, and {seller} gets the rest.
      </ConfirmButton>
      <ConfirmButton button="Decline" title={`Decline ${amount} from ${seller}?`} onConfirm={() => respond.mutateAsync(false)} confirm={`Decline ${amount}`}>
        The offer ends, and we decide, based on what you both told us and the messages that you two wrote about this phone.
      </ConfirmButton>
    </>
  );
}

function AddStatement({ order }: { order: PaidOrder }) {
  const draft = `problem-statement:${order._id}`;
  const photos = useStatementPhotos(draft);
  const add = useProblemCall<string>(order._id, (api, text) =>
    api.call('POST /orders/:orderId/problem/statements', { params: { orderId: order._id }, body: { text, photos: photos.photos } }),
  );
  return (
    <ReasonButton
      draft={draft}
      button="Add something"
      name="Add something to the problem"
      title="Add something"
      consequence="The other side and the shop can see it."
      label="Text"
      missing="Write something."
      max={MAX_STATEMENT}
      send="Add"
      isComplete={() => !photos.upload.blocksSubmit()}
      onSubmit={async (text) => {
        await add.mutateAsync(text);
        photos.setPhotos([]);
      }}
    >
      <PhotosField of={photos} />
    </ReasonButton>
  );
}

function AskForDecision({ order }: { order: PaidOrder }) {
  const ask = useProblemCall<string>(order._id, (api, text) =>
    api.call('POST /orders/:orderId/problem/escalation', { params: { orderId: order._id }, body: { text } }),
  );
  return (
    <ReasonButton
      draft={`problem-escalation:${order._id}`}
      button="Ask us to decide"
      name="Ask us to decide about the return"
      title="Is the return not working out?"
      consequence="We then decide, based on what you both told us and the messages that you two wrote about this phone. The money stays with us until then."
      label="What happened"
      missing="Say what happened."
      max={MAX_STATEMENT}
      send="Send"
      onSubmit={(text) => ask.mutateAsync(text)}
    />
  );
}

function Withdraw({ order }: { order: PaidOrder }) {
  const withdraw = useOrderChange<void>(order._id, {
    change: (api) => api.call('DELETE /orders/:orderId/problem', { params: { orderId: order._id } }),
    done: 'You withdrew the problem.',
  });
  return (
    <ConfirmButton button="Withdraw" size="small" title="Withdraw the problem?" onConfirm={() => withdraw.mutateAsync()} confirm="Withdraw">
      Do this once it’s solved. The order then continues where it left off.
    </ConfirmButton>
  );
}
