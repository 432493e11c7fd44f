import { createHash } from 'node:crypto';
import type { Chance } from '#drawing/phone.ts';

export function createChance(name: string): Chance {
  let state = createHash('sha256').update(name).digest().readUInt32LE(0);
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    between: (low, high) => low + next() * (high - low),
    oneOf: (choices) => choices[Math.floor(next() * choices.length)] ?? choices[0],
  };
}
