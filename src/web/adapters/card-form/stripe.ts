import type { PaymentIntentResult, Stripe, StripeCardElement, StripeElements } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure/index.js';
import type { CardForm, CardResult } from '../../ports/card-form.ts';

const UNFINISHED = 'This payment wasn’t completed, and you weren’t charged. Please try again.';

/** Stripe's card form: the card number is typed into Stripe's frame and goes from there to Stripe only. */
export function createStripeCardForm(publishableKey: string): CardForm {
  let stripe: Stripe | null = null;
  let elements: StripeElements | null = null;
  let card: StripeCardElement | null = null;
  return {
    async ready() {
      stripe = await loadStripe(publishableKey);
      if (!stripe) throw new Error('Stripe’s script didn’t load');
      elements = stripe.elements();
    },
    mount(element) {
      const { frame, remove } = place(element);
      const mounted = elements?.create('card', { style: styleFrom(element) }) ?? null;
      card = mounted;
      mounted?.mount(frame);
      return () => {
        mounted?.destroy();
        if (card === mounted) card = null;
        remove();
      };
    },
    async confirmCardPayment(clientSecret) {
      if (!stripe || !card) return { ok: false, message: UNFINISHED };
      return toResult(await stripe.confirmCardPayment(clientSecret, { payment_method: { card } }));
    },
    async findProblem(clientSecret) {
      const found = await stripe?.retrievePaymentIntent(clientSecret).catch(() => null);
      return found?.paymentIntent?.last_payment_error?.message ?? null;
    },
  };
}

function place(element: HTMLElement): { frame: HTMLElement; remove(): void } {
  const { ownerDocument } = element;
  const group = ownerDocument.createElement('div');
  group.setAttribute('role', 'group');
  group.setAttribute('aria-label', 'Card details');
  const title = ownerDocument.createElement('p');
  title.className = 'mb-1 block text-base font-medium text-ink';
  title.textContent = 'Card details';
  const muted = ownerDocument.createElement('span');
  muted.dataset.muted = '';
  muted.className = 'text-muted';
  const frame = ownerDocument.createElement('div');
  frame.className = 'min-h-12 w-full rounded-xl border border-line-strong bg-surface px-4 py-3.5';
  group.append(title, muted, frame);
  element.append(group);
  return { frame, remove: () => group.remove() };
}

/** Copies the page's colors and type for fields that live in Stripe's frame. */
function styleFrom(element: HTMLElement) {
  const { color, fontFamily } = getComputedStyle(element);
  const { color: muted } = getComputedStyle(element.querySelector('[data-muted]') ?? element);
  return { base: { color, fontFamily, fontSize: '16px', iconColor: color, '::placeholder': { color: muted } }, invalid: { color, iconColor: color } };
}

function toResult({ error, paymentIntent }: PaymentIntentResult): CardResult {
  // The server checks payments that are still processing.
  if (paymentIntent?.status === 'succeeded' || paymentIntent?.status === 'processing') return { ok: true, intentId: paymentIntent.id };
  // Already paid, in another tab or by an earlier press: only the shop has yet to learn of it.
  if (error?.payment_intent?.status === 'succeeded') return { ok: true, intentId: error.payment_intent.id };
  return { ok: false, message: error?.message ?? UNFINISHED, stale: error?.code === 'payment_intent_unexpected_state' };
}
