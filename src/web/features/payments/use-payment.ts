import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { Booking } from '#contract/orders.ts';
import { type Api, ApiError } from '../../api.ts';
import { sentenceOf } from '../../error-sentence.ts';
import type { CardForm } from '../../ports/card-form.ts';
import { PRIVATE } from '../../session/session-cache.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useApp } from '../../use-app.tsx';
import { ABOUT_ORDERS } from './queries.ts';
import { reportPayment } from './report-payment.ts';

/** The state of a payment. `unreported`: the money was taken, but reporting that to the shop failed. `ended`: it came too late. */
export type PaymentStep =
  | { at: 'entering'; problem: string | null }
  | { at: 'confirming' }
  | { at: 'telling'; transactionId: string }
  | { at: 'unreported'; transactionId: string }
  | { at: 'ended'; sentence: string }
  | { at: 'paid'; transactionId: string };

/** The result of the bank's challenge. */
export type ChallengeReturn = { intentId: string; succeeded: boolean };

const OUT_OF_DATE = 'This page was out of date, and you weren’t charged. Please press Pay again.';
const CHALLENGE_FAILED = 'Your bank didn’t confirm this payment, and you weren’t charged. Try again or use another card.';

/** One order's payment, from the reservation to the confirmation. */
export function usePayment(order: Booking, challenge: ChallengeReturn | null, form: CardForm | null) {
  const { api } = useApp();
  const queries = useQueryClient();
  const [step, setStep] = useState<PaymentStep>(() => firstStep(challenge));
  const isOpen = step.at === 'entering' || step.at === 'confirming';
  const intent = useQuery({ ...intentOptions(api, order), enabled: isOpen });

  const refusedBy = challenge?.succeeded === false && intent.data ? form : null;
  const clientSecret = intent.data?.clientSecret;
  useEffect(() => {
    if (!refusedBy || clientSecret === undefined) return;
    void refusedBy.findProblem(clientSecret).then((message) => {
      setStep((now) => (now.at === 'entering' && now.problem === CHALLENGE_FAILED ? { ...now, problem: message ?? CHALLENGE_FAILED } : now));
    });
  }, [refusedBy, clientSecret]);

  const report = useCallback(
    async (transactionId: string): Promise<void> => {
      setStep({ at: 'telling', transactionId });
      try {
        await reportPayment(api, order, transactionId, waitFor);
        // The order first: once it's paid it names the seller, whom the page shows together with the outcome.
        await queries.invalidateQueries({ queryKey: [PRIVATE, 'order', order._id] }).catch(() => {});
        setStep({ at: 'paid', transactionId });
      } catch (error) {
        setStep(stepAfter(error, transactionId));
      }
      await queries.invalidateQueries(ABOUT_ORDERS);
    },
    [api, order, queries],
  );

  const pay = useSingleFlight(async (form: CardForm, clientSecret: string) => {
    setStep({ at: 'confirming' });
    try {
      const result = await form.confirmCardPayment(clientSecret, window.location.origin + window.location.pathname);
      if (result.ok) await report(result.intentId);
      else setStep({ at: 'entering', problem: result.stale ? OUT_OF_DATE : result.message });
      if (!result.ok && result.stale) void intent.refetch();
    } catch (error) {
      setStep({ at: 'entering', problem: sentenceOf(error) });
    }
  });

  return { step, intent, pay, report };
}

function firstStep(challenge: ChallengeReturn | null): PaymentStep {
  if (challenge?.succeeded) return { at: 'telling', transactionId: challenge.intentId };
  return { at: 'entering', problem: challenge ? CHALLENGE_FAILED : null };
}

/** Opening a payment reserves the phone, so it is requested once and never refetched in the background. */
function intentOptions(api: Api, order: Booking) {
  return queryOptions({
    // A payment at another price is another payment.
    queryKey: [PRIVATE, 'payment-intent', order._id, order.price],
    queryFn: async ({ client }) => {
      const opened = await api.call('POST /create-payment-intent', { body: { price: order.price, orderId: order._id } }).catch((error: unknown) => {
        if (error instanceof ApiError && error.fields.price) void client.invalidateQueries({ queryKey: [PRIVATE, 'order', order._id] });
        throw error;
      });
      // Measured by a monotonic clock: the device's own may be wrong.
      return { ...opened, endsAt: performance.now() + opened.heldForMs };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
  });
}

const waitFor = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function stepAfter(error: unknown, transactionId: string): PaymentStep {
  if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500 || error.status === 429) return { at: 'unreported', transactionId };
  if (error.code === 'not_paid') return { at: 'entering', problem: error.message };
  return { at: 'ended', sentence: error.message };
}
