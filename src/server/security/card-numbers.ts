/** As long as a card's number, with what people and addresses put between its digits. */
const LIKE_A_CARD = /\d(?:(?:[ +-]|%20|%2B)?\d){11,18}/giu;

/** Text in which nothing is left that may be a card's number: for logs, and for errors that repeat what was sent. */
export const hideCardNumbers = (text: string): string => text.replace(LIKE_A_CARD, '•');
