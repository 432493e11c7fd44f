import { type Form, requiredAt, textAt } from './form.ts';
import { cardRefused, invalid, missing, noSuch } from './refusals.ts';
import { TEST_CARDS, type TestCard } from './test-cards.ts';

const FARTHEST_YEARS = 50;

/** Reads the card of a confirmation, by its details or its published name. Refuses cards that must not be charged. */
export function readCard(form: Form, now: number): TestCard {
  const token = textAt(form, 'payment_method');
  if (token !== null) return readToken(token);
  if (!form.has('payment_method_data')) throw missing('payment_method_data');
  const type = requiredAt(form, 'payment_method_data', 'type');
  if (type !== 'card') throw invalid('payment_method_data[type]', 'Only cards are taken here: write card.');
  const detail = (name: string) => requiredAt(form, 'payment_method_data', 'card', name).trim();
  const card = readNumber(detail('number'));
  checkExpiry(detail('exp_month'), detail('exp_year'), now);
  checkCvc(textAt(form, 'payment_method_data', 'card', 'cvc')?.trim() ?? null, card.brand);
  return card;
}

function readToken(token: string): TestCard {
  const card = TEST_CARDS.find((one) => one.token === token);
  if (!card) throw noSuch('PaymentMethod', token, 'payment_method');
  return card;
}

function readNumber(typed: string): TestCard {
  const digits = typed.replace(/[\s-]/gu, '');
  if (!/^\d{12,19}$/u.test(digits)) throw cardRefused('invalid_number', 'The card number is not a valid credit card number.', 'number');
  if (!passesLuhn(digits)) throw cardRefused('incorrect_number', 'Your card number is incorrect.', 'number');
  const card = TEST_CARDS.find(({ number }) => number === digits);
  if (card) return card;
  throw cardRefused('card_declined', 'Your card was declined. Only practice cards work here. Please don’t enter a real one.', 'number', 'test_mode_live_card');
}

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

function checkExpiry(typedMonth: string, typedYear: string, now: number): void {
  const badMonth = cardRefused('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
  const badYear = cardRefused('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year');
  const month = /^\d{1,2}$/u.test(typedMonth) ? Number(typedMonth) : 0;
  if (month < 1 || month > 12) throw badMonth;
  if (!/^(\d{2}|\d{4})$/u.test(typedYear)) throw badYear;
  const year = typedYear.length === 2 ? 2000 + Number(typedYear) : Number(typedYear);
  const today = new Date(now);
  if (year < today.getUTCFullYear() || year > today.getUTCFullYear() + FARTHEST_YEARS) throw badYear;
  if (year === today.getUTCFullYear() && month < today.getUTCMonth() + 1) throw badMonth;
}

function checkCvc(typed: string | null, brand: TestCard['brand']): void {
  // Stripe accepts a card without its security code too; the shop's form always asks for it.
  if (typed === null) return;
  const pattern = brand === 'amex' ? /^\d{3,4}$/u : /^\d{3}$/u;
  if (!pattern.test(typed)) throw cardRefused('invalid_cvc', "Your card's security code is invalid.", 'cvc');
}
