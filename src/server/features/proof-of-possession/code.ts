import { randomInt } from 'node:crypto';

/** Letters and digits that can't be confused when written by hand. */
const SIGNS = 'ACEFHJKMNPRTWXY3479';
const HALF = 3;

/** A random code to write on paper, such as `K7M-4XW`: one of 47 million. */
export const makeCode = (): string => `${half()}-${half()}`;

const half = (): string => Array.from({ length: HALF }, () => SIGNS[randomInt(SIGNS.length)]).join('');
