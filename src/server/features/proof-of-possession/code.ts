import { randomInt } from 'node:crypto';

/** Letters and digits that nobody takes for one another, written by hand. */
const SIGNS = 'ACEFHJKMNPRTWXY3479';
const HALF = 3;

const half = (): string => Array.from({ length: HALF }, () => SIGNS[randomInt(SIGNS.length)]).join('');

/** A code to be written on paper, such as `K7M-4XW`: one of 47 million. */
export const makeCode = (): string => `${half()}-${half()}`;
