import { type CardField, digitsOf, type TypedCard } from './typed-card.ts';

export type PracticeCardsAddress = { publishableKey: string; apiBase: string };

export type Confirmed =
  | { outcome: 'paid'; intentId: string }
  | { outcome: 'challenge'; address: string }
  | { outcome: 'refused'; message: string; field: CardField | null; stale?: boolean };

/** The parts of the provider's replies that are read here. */
type RestIntent = {
  id?: string;
  status?: string;
  next_action?: { redirect_to_url?: { url?: string } } | null;
  last_payment_error?: { message?: string } | null;
};
type RestReply = RestIntent & { error?: { message?: string; param?: string; code?: string; payment_intent?: RestIntent } };

const ANSWER_WITHIN_MS = 30_000;
const UNREACHABLE = 'We couldn’t reach the card service. Check your connection and try again. You won’t be charged twice.';
const UNCLEAR = 'The card service didn’t respond as expected. Please try again. You won’t be charged twice.';

const FIELDS: Record<string, CardField> = {
  number: 'number',
  invalid_number: 'number',
  incorrect_number: 'number',
  exp_month: 'expiry',
  exp_year: 'expiry',
  expired_card: 'expiry',
  cvc: 'cvc',
  incorrect_cvc: 'cvc',
  invalid_cvc: 'cvc',
};

/** Confirms an intent with a card, directly with the provider. */
export async function confirmIntent(provider: PracticeCardsAddress, clientSecret: string, returnUrl: string, card: TypedCard): Promise<Confirmed> {
  const intentId = intentIdOf(clientSecret);
  try {
    const response = await fetch(`${addressOf(provider, intentId)}/confirm`, {
      method: 'POST',
      headers: { authorization: `Bearer ${provider.publishableKey}` },
      body: toForm(clientSecret, returnUrl, card),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const reply = (await response.json().catch(() => ({}))) as RestReply;
    return readReply(reply, intentId);
  } catch {
    return { outcome: 'refused', message: UNREACHABLE, field: null };
  }
}

/** Reads why the last attempt to pay failed; null when it didn't, or nobody answers. */
export async function findProblem(provider: PracticeCardsAddress, clientSecret: string): Promise<string | null> {
  try {
    const response = await fetch(`${addressOf(provider, intentIdOf(clientSecret))}?client_secret=${encodeURIComponent(clientSecret)}`, {
      headers: { authorization: `Bearer ${provider.publishableKey}` },
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    return ((await response.json()) as RestIntent).last_payment_error?.message ?? null;
  } catch {
    return null;
  }
}

const intentIdOf = (clientSecret: string): string => clientSecret.split('_secret_')[0] ?? '';

const addressOf = ({ apiBase }: PracticeCardsAddress, intentId: string): string => `${apiBase}/payment_intents/${encodeURIComponent(intentId)}`;

function toForm(clientSecret: string, returnUrl: string, card: TypedCard): URLSearchParams {
  const expiry = digitsOf(card.expiry);
  return new URLSearchParams({
    client_secret: clientSecret,
    return_url: asPath(returnUrl),
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': digitsOf(card.number),
    'payment_method_data[card][exp_month]': expiry.slice(0, 2),
    'payment_method_data[card][exp_year]': expiry.slice(2),
    'payment_method_data[card][cvc]': card.cvc,
  });
}

/** Returns only the path when the address is on this site: the server may know the site by another name than the browser does. */
function asPath(address: string): string {
  const { origin, pathname, search, hash } = new URL(address, location.href);
  return origin === location.origin ? `${pathname}${search}${hash}` : address;
}

function readReply(reply: RestReply, intentId: string): Confirmed {
  const { error } = reply;
  // An earlier attempt paid but its reply was lost: that counts as success.
  if (error?.payment_intent?.status === 'succeeded') return { outcome: 'paid', intentId };
  if (error)
    return {
      outcome: 'refused',
      message: error.message ?? UNCLEAR,
      field: FIELDS[error.param ?? ''] ?? FIELDS[error.code ?? ''] ?? null,
      stale: error.code === 'payment_intent_unexpected_state',
    };
  if (reply.status === 'succeeded') return { outcome: 'paid', intentId };
  const url = reply.next_action?.redirect_to_url?.url;
  if (reply.status !== 'requires_action' || url === undefined) return { outcome: 'refused', message: UNCLEAR, field: null };
  const { pathname, search } = new URL(url);
  return { outcome: 'challenge', address: `${pathname}${search}` };
}
