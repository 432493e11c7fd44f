import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { FulfillmentState } from '#contract/fulfillment.ts';
import { readCodeAddress } from '#contract/handover-code.ts';
import type { PaidOrder } from '#contract/orders.ts';
import { minutes } from '#contract/shared/durations.ts';
import { isNotHandedOver, NOT_HANDED_OVER } from '#contract/shared/handover-states.ts';
import { PRIVATE } from '../../session/session-cache.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useOnline } from '../../ui/use-online.ts';
import { useApp } from '../../use-app.tsx';
import { HandoverSteps } from './handover-steps.tsx';
import { handoverOptions } from './queries.ts';
import { useOfflinePage } from './use-offline-page.ts';
import { useProof } from './use-proof.ts';

/** At a meeting, each side waits for the other's step. */
const REFRESH_MS = 2000;

/** Before the meeting, the code is a tap away; it opens by itself this long before the agreed time. */
const OPENS_BEFORE_MS = minutes(30);
const SHOWN: readonly FulfillmentState[] = [...NOT_HANDED_OVER, 'confirming', 'handed_over', 'returning', 'return_confirming', 'decided'];

/**
 * The handover of a paid order, or its return: the code, what it proves, and what is still missing. `isOffered`: whether a handover can begin; otherwise
 * only what was done without a connection is still sent.
 */
export function HandoverSection({ order, isOffered }: { order: PaidOrder; isOffered: boolean }) {
  return SHOWN.includes(order.fulfillment.state) ? <Shown order={order} isOffered={isOffered} /> : <LateProof orderId={order._id} />;
}

/** Sends what this side did at a meeting without a connection although it came too late to count: the shop stores a code as evidence. */
function LateProof({ orderId }: { orderId: string }) {
  const { unsent, refusal } = useProof(orderId);
  return (
    <div role="status" className="empty:-mb-4">
      {unsent && <Saved isRefused={refusal !== null} />}
      {refusal && <Note icon={<Icon name="info" />}>{refusal}</Note>}
    </div>
  );
}

function Shown({ order, isOffered }: { order: PaidOrder; isOffered: boolean }) {
  const isOnline = useOnline();
  const isFolded = isNotHandedOver(order.fulfillment.state) && !(isOffered && isMeetingNear(order));
  const proving = useProof(order._id);
  const [isOpen, setOpen] = useState(isCodeOpened);
  const isVisible = isOpen || !isFolded || proving.unsent !== null;
  const view = useHandover(order, { isOnline, isPolled: isVisible });
  useEffect(() => {
    const open = () => isCodeOpened() && setOpen(true);
    window.addEventListener('hashchange', open);
    return () => window.removeEventListener('hashchange', open);
  }, []);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    section.current?.scrollIntoView();
    section.current?.focus({ preventScroll: true });
  }, [isOpen]);
  if (!isVisible) {
    return isOffered ? (
      <Button variant="secondary" className="self-start" onClick={() => setOpen(true)}>
        Meeting right now? Confirm the handover
      </Button>
    ) : null;
  }
  if (view?.direction === null) return null;
  const isReturn = view?.direction === 'return';
  return (
    <section ref={section} tabIndex={-1} className="grid scroll-mt-20 gap-4 rounded-2xl border border-line bg-surface p-4 sm:p-6" aria-labelledby="handover">
      <h2 id="handover" className="text-xl">
        {isReturn ? 'The return' : 'The handover'}
      </h2>
      {view?.isDone && <Note icon={<Icon name="check" />}>{isReturn ? 'Done. The phone is back with the seller.' : 'Done. The phone is handed over.'}</Note>}
      <div role="status" className="empty:-mb-4">
        {proving.unsent && <Saved isRefused={proving.refusal !== null} />}
      </div>
      {!view && <div className="min-h-96" aria-hidden="true" />}
      {view && !view.isDone && <HandoverSteps order={order} view={view} proving={proving} />}
    </section>
  );
}

/** The page is read again every few seconds, so this is asked as often. */
function isMeetingNear({ fulfillment: { state, meetAt } }: PaidOrder): boolean {
  return state === 'arranged' && meetAt !== null && Date.now() >= Date.parse(meetAt) - OPENS_BEFORE_MS;
}

/** Whether the phone's own camera app opened this page with a code. */
const isCodeOpened = (): boolean => readCodeAddress(window.location.href) !== null;

/** The state of the handover; when the other side has done something, the order is read again. */
function useHandover(order: PaidOrder, { isOnline, isPolled }: { isOnline: boolean; isPolled: boolean }) {
  const { api } = useApp();
  const queries = useQueryClient();
  const { data: view } = useQuery({ ...handoverOptions(api, order._id), refetchInterval: isPolled && isOnline ? REFRESH_MS : false });
  const news = view && `${view.receivedAt} ${view.givenAt} ${view.isDone}`;
  useEffect(() => {
    if (news === undefined) return;
    for (const key of ['paid-order', 'order-history']) void queries.invalidateQueries({ queryKey: [PRIVATE, key, order._id] });
  }, [news, queries, order._id]);
  useOfflinePage(order, view, isOnline);
  return view;
}

function Saved({ isRefused }: { isRefused: boolean }) {
  return <Note icon={<Icon name="cloud-upload" />}>Saved on this phone. {isRefused ? 'We’ll try again.' : 'We’ll send it when you’re back online.'}</Note>;
}

function Note({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className="flex items-center gap-2 rounded-xl bg-accent-soft p-3 font-medium [&_svg]:size-5 [&_svg]:shrink-0">
      {icon}
      {children}
    </p>
  );
}
