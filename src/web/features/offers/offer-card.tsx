import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Conversation, Message } from '#contract/conversations.ts';
import type { Offer, OfferState } from '#contract/offers.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Moment } from '../../ui/moment.tsx';
import { formatExact } from '../../ui/money.ts';
import { useApp } from '../../use-app.tsx';
import { conversationOffersOptions, useAnswer } from './queries.ts';

const STATES: Record<Exclude<OfferState, 'open' | 'accepted'>, string> = {
  countered: 'Answered by another price',
  refused: 'Declined',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
  closed: 'Closed',
};

/** What a message about an offer adds to its words: where that offer stands, and what can be done about it. Only below the message that made it. */
export function OfferCard({ message, conversation }: { message: Message; conversation: Conversation }) {
  const { api } = useApp();
  const { data } = useQuery(conversationOffersOptions(api, { id: conversation._id, last: conversation.lastNumber }));
  const offer = data?.find(({ _id }) => _id === message.offerId);
  if (!offer || !isMadeBy(message, offer)) return null;
  return (
    <div className="grid w-full max-w-[85%] gap-2 rounded-2xl border border-line p-3 sm:max-w-[75%]">
      <p className="text-sm text-muted">
        <Standing offer={offer} />
      </p>
      {offer.state === 'open' && <Answers offer={offer} otherName={conversation.otherName ?? ''} />}
      {offer.order?.state === 'booked' && offer.side === 'buyer' && (
        <ButtonLink to={`/dashboard/payment/${encodeURIComponent(offer.order._id)}`} size="small">
          Pay {formatExact(offer.price)}
        </ButtonLink>
      )}
    </div>
  );
}

const isMadeBy = (message: Message, { by }: Offer): boolean => message.by === by && /^(?:Offer|Counteroffer): /u.test(message.text ?? '');

function Standing({ offer: { state, side, by, expiresAt, order } }: { offer: Offer }) {
  if (state === 'accepted') return <Agreed order={order} />;
  if (state !== 'open') return STATES[state];
  return (
    <>
      {by === side ? 'Waits for an answer' : 'Waits for your answer'} · until <Moment iso={expiresAt} />
    </>
  );
}

function Agreed({ order }: Pick<Offer, 'order'>) {
  if (order?.state === 'closed') return 'Accepted, but not paid in time';
  if ((order?.state === 'booked' || order?.state === 'paying') && order.agreedUntil !== null)
    return (
      <>
        Accepted · to be paid until <Moment iso={order.agreedUntil} />
      </>
    );
  return 'Accepted and paid';
}

function Answers({ offer, otherName }: { offer: Offer; otherName: string }) {
  const answer = useAnswer(offer._id);
  const [asks, setAsks] = useState<'accept' | 'counter' | null>(null);
  if (offer.by === offer.side)
    return (
      <Button variant="secondary" size="small" busy={answer.isPending} onClick={() => answer.mutate({ how: 'withdraw' })}>
        Withdraw
      </Button>
    );
  const price = formatExact(offer.price);
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button size="small" disabled={answer.isPending} onClick={() => setAsks('accept')}>
          Accept {price}
        </Button>
        <Button variant="secondary" size="small" disabled={answer.isPending} aria-expanded={asks === 'counter'} onClick={() => setAsks('counter')}>
          Counter
        </Button>
        <Button variant="secondary" size="small" disabled={answer.isPending} onClick={() => answer.mutate({ how: 'refuse' })}>
          Decline
        </Button>
      </div>
      {asks === 'counter' && <CounterForm busy={answer.isPending} onSend={(counter) => answer.mutate({ how: 'counter', price: counter })} />}
      <ConfirmDialog
        open={asks === 'accept'}
        onOpenChange={() => setAsks(null)}
        title={`Accept ${price}?`}
        confirm={`Accept ${price}`}
        busy={answer.isPending}
        onConfirm={() => answer.mutate({ how: 'accept' }, { onSettled: () => setAsks(null) })}
      >
        {offer.side === 'seller'
          ? `${otherName} can buy the phone at this price and has 24 hours to pay. If nobody is ahead, it is reserved for them that long.`
          : 'The phone is booked for you at this price, and you have 24 hours to pay. If nobody is ahead of you, it is reserved for you that long.'}
      </ConfirmDialog>
    </>
  );
}

function CounterForm({ busy, onSend }: { busy: boolean; onSend: (price: string) => void }) {
  const [price, setPrice] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSend(price);
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-2">
      <Field label="Your price in dollars" inputMode="decimal" value={price} onChange={({ target }) => setPrice(target.value)} />
      <Button type="submit" size="small" busy={busy}>
        Send counteroffer
      </Button>
    </form>
  );
}
