/** A known trick in a message: what to beware of. */
export type Trap = 'messenger' | 'payment' | 'code' | 'courier' | 'overpayment';

/** What the shop says about each. */
export const TRAP_WARNINGS: Record<Trap, string> = {
  messenger: 'Stay in this conversation. Elsewhere we can’t see what was agreed, or help you.',
  payment: 'Pay only on this site. Nobody can protect a payment made elsewhere, or through a link in a message.',
  code: 'Never give anyone a code that you received by text message or email, or your password. Nobody here needs it.',
  courier: 'Phones are handed over in person. A courier who “collects” the phone or your money is a known trick.',
  overpayment: 'Nobody pays more than the price by mistake. Don’t send any money “back”.',
};

/** All words of one of these rows together, in any order, are a trap. A word ends with a star where any ending will do. */
const SIGNS: Record<Trap, string[]> = {
  messenger: ['whatsapp', 'whats app', 'wa.me', 'telegram', 't.me', 'signal app', 'viber', 'wechat', 'messenger', 'snapchat', 'instagram'],
  payment: [
    'bank transfer',
    'wire transfer',
    'western union',
    'moneygram',
    'gift card*',
    'paypal',
    'zelle',
    'venmo',
    'cash app',
    'cashapp',
    'revolut',
    'crypto*',
    'bitcoin',
    'usdt',
    'pay* link',
    'payment* outside',
    'pay* outside',
    'pay* directly',
    'iban',
  ],
  code: [
    'send* code',
    'give* code',
    'tell* code',
    'verification code',
    'sms code',
    'code text*',
    'code received',
    'one-time code',
    'your password',
    'your pin',
  ],
  courier: [
    'courier collect*',
    'courier pick*',
    'courier will',
    'driver collect*',
    'driver pick*',
    'agent collect*',
    'agent pick*',
    'shipping company',
    'my mover*',
  ],
  overpayment: [
    'overpaid',
    'overpay*',
    'refund difference',
    'return difference',
    'send* back difference',
    'paid too much',
    'sent too much',
    'extra money back',
  ],
};

const MOST_CHARACTERS = 2000;

/** The known tricks that a message shows signs of. It is read on the device: nothing is sent anywhere. */
export function findTraps(text: string): Trap[] {
  const words = wordsOf(text);
  // The keys are the traps.
  return (Object.keys(SIGNS) as Trap[]).filter((trap) => SIGNS[trap].some((sign) => sign.split(' ').every((part) => words.some((word) => fits(word, part)))));
}

function wordsOf(text: string): string[] {
  const plain = text.slice(0, MOST_CHARACTERS).normalize('NFKC').toLowerCase();
  return plain.split(/[^\p{L}\p{N}.-]+/u).flatMap((word) => [word, word.replaceAll('.', ''), ...word.split('.').slice(0, 2).join('.').split('/')]);
}

const fits = (word: string, part: string): boolean => (part.endsWith('*') ? word.startsWith(part.slice(0, -1)) : word === part);
