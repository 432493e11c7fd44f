import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { MeetingTalks } from '#contract/meetings.ts';
import type { PaidOrder } from '#contract/orders.ts';
import { isArrangeable, isNotHandedOver } from '#contract/shared/handover-states.ts';
import { Button } from '../../ui/button.tsx';
import { useApp } from '../../use-app.tsx';
import { AgreedMeeting } from './agreed-meeting.tsx';
import { AnswerNoShow, ReportNoShow } from './no-show.tsx';
import { ProposalForm } from './proposal-form.tsx';
import { ProposalToAnswer } from './proposal-to-answer.tsx';
import { talksOptions } from './queries.ts';

/** The other side may propose or answer at any moment. */
const REFRESH_MS = 5000;

/** Where and when buyer and seller meet, and what they propose to each other, until the phone changes hands. */
export function MeetingSection({ order }: { order: PaidOrder }) {
  const { api } = useApp();
  const { state } = order.fulfillment;
  const isBefore = isNotHandedOver(state);
  const { data } = useQuery({ ...talksOptions(api, order._id), enabled: isBefore || state === 'canceled', refetchInterval: isBefore ? REFRESH_MS : false });
  // There's nobody to meet; what to do now is the page's first part.
  if ((order.side === 'buyer' ? order.seller : order.buyer).gone && isArrangeable(state)) return null;
  if (!isBefore) return data?.noShow && state === 'canceled' ? <AnswerNoShow order={order} noShow={data.noShow} /> : null;
  return (
    <Card>
      {!data && <div className="h-44" aria-hidden="true" />}
      {data && state === 'no_show_reported' && data.noShow && <AnswerNoShow order={order} noShow={data.noShow} />}
      {data && state !== 'no_show_reported' && <Arranging order={order} talks={data} />}
    </Card>
  );
}

function Card({ children }: { children: ReactNode }) {
  return (
    <section className="grid gap-5 rounded-2xl border border-line bg-surface p-4 sm:p-6" aria-labelledby="meeting">
      <h2 id="meeting" className="text-xl">
        Meeting
      </h2>
      {children}
    </section>
  );
}

function Arranging({ order, talks: { proposal } }: { order: PaidOrder; talks: MeetingTalks }) {
  const [asked, setAsked] = useState(false);
  const isAgreed = order.fulfillment.state === 'arranged';
  const isOpen = asked || (!isAgreed && proposal === null);
  return (
    <>
      {isAgreed && <AgreedMeeting order={order} />}
      {proposal && <ProposalToAnswer order={order} proposal={proposal} />}
      {isOpen ? (
        <ProposalForm order={order} onBegin={() => setAsked(true)} onSent={() => setAsked(false)} />
      ) : (
        <Button variant="secondary" className="justify-self-start" onClick={() => setAsked(true)}>
          Propose another time or place
        </Button>
      )}
      {isAgreed && order.dispute !== 'open' && <ReportNoShow order={order} />}
    </>
  );
}
