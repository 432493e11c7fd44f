/** As long as a card number, with the separators people and URLs use between digits. */
const LIKE_A_CARD = /\d(?:(?:[ +-]|%20|%2B)?\d){11,18}/giu;

/** Removes anything that may be a card number: for logs, and for errors that repeat input. */
export const hideCardNumbers = (text: string): string => text.replace(LIKE_A_CARD, '•');
