import { classNames } from './class-names.ts';
import { QUIET_LINK } from './link-classes.ts';

const LINK = QUIET_LINK;
/** What people write between a number's digits. */
const NUMBER = /^\+?[\d\s().\-/]{5,30}$/u;
const ADDRESS = /^[^\s@?&]+@[^\s@?&]+$/u;

/** A phone number that can be called with a tap; any other text stays text. */
export function PhoneLink({ number, className }: { number: string; className?: string }) {
  const dialed = toDialed(number);
  if (dialed === null) return <span className="wrap-anywhere">{number}</span>;
  return (
    <a href={`tel:${dialed}`} className={classNames('whitespace-nowrap', className ?? LINK)}>
      {number}
    </a>
  );
}

/** Returns the characters to dial; null when the text isn't one phone number, which has at most 15 digits. */
export function toDialed(number: string): string | null {
  const text = number.trim();
  const dialed = text.replace(/[^\d+]/gu, '');
  return NUMBER.test(text) && /^\+?\d{5,15}$/u.test(dialed) ? dialed : null;
}

/** An email address that opens a message to it with a tap. */
export function EmailLink({ address, className }: { address: string; className?: string }) {
  if (!ADDRESS.test(address)) return <span className="wrap-anywhere">{address}</span>;
  return (
    <a href={`mailto:${encodeURIComponent(address).replace('%40', '@')}`} className={classNames('wrap-anywhere', className ?? LINK)}>
      {address}
    </a>
  );
}
