import { isPayable, parsePriceCents } from '#contract/shared/money.ts';
import { UUID } from '#contract/shared/uuid.ts';

/** What a typed text can be. A name, an address or a phone number is `words`. */
export type Sought = {
  kind: 'id' | 'transaction' | 'number' | 'words';
  text: string;
  /** An amount; null when it isn't one. */
  cents: number | null;
  /** A card's last four digits; null when it isn't that. */
  last4: string | null;
};

/** The card provider's ids: intents, refunds, charges, disputes, transfers. */
const TRANSACTION = /^[a-z]{2,6}_\w{3,100}$/iu;
const CARD = /^(?:visa|mastercard|amex|americanexpress|discover|dinersclub|jcb|unionpay|card)?(?:endsin|endingin)?(\d{4})$/u;

/** Reads what an admin typed. Four digits can be an amount and a card. */
export function readSought(typed: string): Sought {
  const text = typed.normalize('NFKC').trim();
  const lower = text.toLowerCase();
  if (UUID.test(lower)) return { kind: 'id', text: lower, cents: null, last4: null };
  if (TRANSACTION.test(text)) return { kind: 'transaction', text, cents: null, last4: null };
  const cents = parsePriceCents(text);
  const last4 = CARD.exec(lower.replace(/[\s•*·.…]/gu, ''))?.[1] ?? null;
  const amount = cents !== null && isPayable(cents) ? cents : null;
  return { kind: amount === null && last4 === null ? 'words' : 'number', text, cents: amount, last4 };
}
