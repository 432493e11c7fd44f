import { classNames } from './class-names.ts';

const LINK = 'underline decoration-line-strong underline-offset-4 hover:decoration-current';
/** What people write between a number's digits. */
const NUMBER = /^\+?[\d\s().\-/]{5,30}$/u;
const ADDRESS = /^[^\s@?&]+@[^\s@?&]+$/u;

/** A phone number that can be called with a tap; any other text stays text. */
export function PhoneLink({ number, className }: { number: string; className?: string }) {
  if (!NUMBER.test(number)) return <span className={className}>{number}</span>;
  return (
    <a href={`tel:${number.replace(/[^\d+]/gu, '')}`} className={classNames('whitespace-nowrap', className ?? LINK)}>
      {number}
    </a>
  );
}

/** An email address that opens a message to it with a tap. */
export function EmailLink({ address, className }: { address: string; className?: string }) {
  if (!ADDRESS.test(address)) return <span className={className}>{address}</span>;
  return (
    <a href={`mailto:${encodeURIComponent(address).replace('%40', '@')}`} className={classNames('wrap-anywhere', className ?? LINK)}>
      {address}
    </a>
  );
}
