import { useState } from 'react';
import type { HandoverDirection } from '#contract/handover.ts';
import type { OrderSide, PaidOrder } from '#contract/orders.ts';
import { Button } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ConfirmPhone } from './confirm-phone.tsx';
import { EnterCode } from './enter-code.tsx';
import { aheadOf, type ReceivedView } from './queries.ts';
import { ShowCode } from './show-code.tsx';
import type { Proof } from './unsent.ts';
import { useCode } from './use-code.ts';
import type { Proving } from './use-proof.ts';

type Props = { order: PaidOrder; view: ReceivedView; proving: Proving };

/** What this side has to do until both have confirmed. */
export function HandoverSteps(props: Props) {
  const { view } = props;
  if (view.direction === null) return null;
  const other = props.order.side === 'buyer' ? 'seller' : 'buyer';
  const about = { ...props, direction: view.direction, other } as const;
  return view.role === 'receiver' ? <ReceiverSteps {...about} /> : <GiverSteps {...about} />;
}

type StepProps = Props & { direction: HandoverDirection; other: OrderSide };

function ReceiverSteps({ order, view, proving, direction, other }: StepProps) {
  const code = useCode({ orderId: order._id, direction, secret: view.secret, ahead: aheadOf(view) });
  const hasConfirmed = view.receivedAt !== null || proving.unsent !== null;
  return (
    <>
      {view.givenAt !== null ? (
        <Fact>The {other} entered your code.</Fact>
      ) : (
        <>
          <p className="max-w-prose">Once you have the phone in your hands, let the {other} scan or type this code.</p>
          <ShowCode code={code} other={other} />
          {view.isWaiting && <Fact>The {other} entered your code without a connection. It counts once you confirm.</Fact>}
        </>
      )}
      {proving.refusal && (
        <p role="alert" className="text-danger">
          {proving.refusal}
        </p>
      )}
      {hasConfirmed ? (
        <Fact>You confirmed that you have the phone. {view.givenAt === null && `Now the ${other} has to enter your code.`}</Fact>
      ) : (
        view.secret && <ConfirmPhone order={order} direction={direction} secret={view.secret} ahead={aheadOf(view)} proving={proving} />
      )}
    </>
  );
}

function GiverSteps({ order, view, proving, direction, other }: StepProps) {
  // Refused for now, it is tried again, but the code that is shown now may be accepted.
  const hasEntered = view.givenAt !== null || (proving.unsent !== null && proving.refusal === null);
  // Nobody can check a code here while there is no connection, but its giver may see that it is wrong.
  const typed = view.givenAt === null ? typedDigits(proving.unsent) : null;
  const [isCorrecting, setCorrecting] = useState(false);
  const correcting = { ...proving, prove: (proof: Proof) => proving.prove(proof).finally(() => setCorrecting(false)) };
  return (
    <>
      {view.receivedAt !== null && <Fact>The {other} confirmed that they have the phone.</Fact>}
      {view.isWaiting && !hasEntered && (
        <Fact>
          Your code from the meeting has arrived. It counts once the {other} confirms. If they don’t, report a problem, or enter a new code.{' '}
          {direction === 'handover' && 'Until then, the buyer can’t cancel without us, and if the time runs out, we decide.'}
        </Fact>
      )}
      {hasEntered && !(isCorrecting && typed) ? (
        <Fact>
          You entered the code. {view.givenAt === null && 'We can check it only once you’re online.'}{' '}
          {view.receivedAt === null && `Now the ${other} has to confirm that they have the phone.`}
        </Fact>
      ) : (
        <>
          <p className="max-w-prose">Give the {other} the phone, and let them check it. Then scan or type the code on their phone.</p>
          {view.pausedUntil && (
            <p className="text-warning">
              There were too many wrong codes. You can scan the code, or type it again from <DateTime iso={view.pausedUntil} />.
            </p>
          )}
          <EnterCode orderId={order._id} direction={direction} receiver={other} ahead={aheadOf(view)} proving={correcting} />
        </>
      )}
      {hasEntered && typed && !isCorrecting && (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
          You typed {typed}.
          <Button variant="secondary" size="small" onClick={() => setCorrecting(true)}>
            Enter it again
          </Button>
        </p>
      )}
    </>
  );
}

/** The digits of a code that was typed and isn't sent yet. */
function typedDigits(unsent: Proof | null): string | null {
  return unsent?.kind === 'code' && unsent.body.code.how === 'typed' ? unsent.body.code.digits : null;
}

function Fact({ children }: { children: React.ReactNode }) {
  return (
    <p className="flex gap-2 font-medium">
      <Icon name="check" className="mt-0.5 size-5 shrink-0 text-good" />
      <span>{children}</span>
    </p>
  );
}
