/** Makes a subject one line: text after a line break would become another header, or the body. */
export const toOneLine = (subject: string): string => subject.replace(/\s+/gu, ' ').trim();
