const EMAIL = /(?<![^\s@<>"])[^\s@<>"]+@[^\s@<>"]+/gu;
/** Seven digits or more, however they are grouped. */
const LONG_NUMBER = /\+?\d(?:[\s().\-/]*\d){6,}/gu;

/** A person's words without e-mail addresses and telephone numbers: what is kept for good names people by their ids. */
export const withoutContacts = (text: string): string => text.replace(EMAIL, '…').replace(LONG_NUMBER, '…');
