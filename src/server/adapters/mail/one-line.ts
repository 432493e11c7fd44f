/** A subject is one line: what follows a line break would be another header, or the text, in a mail that is sent. */
export const toOneLine = (subject: string): string => subject.replace(/\s+/gu, ' ').trim();
