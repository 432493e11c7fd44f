import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Conversation, Message } from '#contract/conversations.ts';
import type { Offer, OfferState } from '#contract/offers.ts';
import { AGREED_HOURS } from '#contract/shared/deadlines.ts';
import { fieldsOf } from '../../form-errors.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Field } from '../../ui/field.tsx';
import { formatExact } from '../../ui/money.ts';
import { useFocusOnError } from '../../ui/use-focus-on-error.ts';
import { useApp } from '../../use-app.tsx';
import { conversationOffersOptions, isPayable, useAnswer } from './queries.ts';

/** The others have ended by a message of their own, which says so. */
const ENDED_SILENTLY: Partial<Record<OfferState, string>> = { expired: 'Expired', closed: 'Closed' };

/** Below the message that made an offer: its state, and what can be done about it. */
export function OfferCard({ message, conversation }: { message: Message; conversation: Conversation }) {
  const { api } = useApp();
  const { data } = useQuery(conversationOffersOptions(api, { id: conversation._id, last: conversation.lastNumber }));
  const offer = data?.find(({ _id }) => _id === message.offerId);
  if (!offer || !isShown(offer)) return null;
  return (
    <div className="grid w-full max-w-[85%] gap-2 rounded-2xl border border-line p-3 sm:max-w-[75%]">
      <p className="text-sm text-muted">
        <Standing offer={offer} />
      </p>
      {offer.state === 'open' && <Answers offer={offer} otherName={conversation.otherName ?? ''} />}
      {offer.order !== null && isPayable(offer.order) && offer.side === 'buyer' && (
        <ButtonLink to={`/dashboard/payment/${encodeURIComponent(offer.order._id)}`} size="small">
          Pay now
        </ButtonLink>
      )}
    </div>
  );
}

const isShown = ({ state }: Offer): boolean => state === 'open' || state === 'accepted' || state in ENDED_SILENTLY;

function Standing({ offer: { state, side, by, expiresAt, order } }: { offer: Offer }) {
  if (state === 'accepted') return <Agreed order={order} />;
  if (state !== 'open') return ENDED_SILENTLY[state];
  return (
    <>
      {by === side ? 'Waiting for an answer' : 'Waiting for your answer'} until <DateTime iso={expiresAt} />
    </>
  );
}

function Agreed({ order }: Pick<Offer, 'order'>) {
  if (order?.state === 'closed') return 'Accepted, but closed before it was paid';
  if (order !== null && isPayable(order) && order.agreedUntil !== null)
    return (
      <>
        Accepted, to be paid by <DateTime iso={order.agreedUntil} />
      </>
    );
  return 'Accepted and paid';
}

function Answers({ offer, otherName }: { offer: Offer; otherName: string }) {
  const answer = useAnswer(offer._id);
  const [isCountering, setCountering] = useState(false);
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
        <ConfirmButton
          button={`Accept ${price}`}
          variant="primary"
          size="small"
          disabled={answer.isPending}
          title={`Accept ${price}?`}
          confirm={`Accept ${price}`}
          confirmVariant="primary"
          onConfirm={() => answer.mutateAsync({ how: 'accept' }).catch(() => null)}
        >
          {offer.side === 'seller'
            ? `${otherName} can buy the phone at this price and has ${AGREED_HOURS} hours to pay. If nobody else is paying or waiting for it, it’s reserved for them for that long.`
            : `The phone is booked for you at this price, and you have ${AGREED_HOURS} hours to pay. If nobody else is paying or waiting for it, it’s reserved for you for that long.`}
        </ConfirmButton>
        <Button variant="secondary" size="small" disabled={answer.isPending} aria-expanded={isCountering} onClick={() => setCountering(true)}>
          Counter
        </Button>
        <ConfirmButton
          button="Decline"
          size="small"
          disabled={answer.isPending}
          title={`Decline ${price} from ${otherName}?`}
          confirm={`Decline ${price}`}
          onConfirm={() => answer.mutateAsync({ how: 'refuse' }).catch(() => null)}
        >
          The offer ends. To name a price of your own instead, choose “Counter”.
        </ConfirmButton>
      </div>
      {isCountering && <CounterForm busy={answer.isPending} fault={answer.error} onSend={(counter) => answer.mutate({ how: 'counter', price: counter })} />}
    </>
  );
}

function CounterForm({ busy, fault, onSend }: { busy: boolean; fault: Error | null; onSend: (price: string) => void }) {
  const [price, setPrice] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const error = fieldsOf(fault).price;
  useFocusOnError(form, fault);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSend(price);
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-2">
      <Field
        ref={field}
        label="Your price in dollars"
        inputMode="decimal"
        value={price}
        {...(error !== undefined && { error })}
        onChange={({ target }) => setPrice(target.value)}
      />
      <Button type="submit" size="small" busy={busy}>
        Send counteroffer
      </Button>
    </form>
  );
}
