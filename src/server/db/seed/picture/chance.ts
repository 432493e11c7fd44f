import { createHash } from 'node:crypto';
import type { Chance } from '#drawing/phone.ts';
import { createRandom } from '../../../repeatable-random.ts';

export function createChance(name: string): Chance {
  const next = createRandom(createHash('sha256').update(name).digest().readUInt32LE(0));
  return {
    between: (low, high) => low + next() * (high - low),
    oneOf: (choices) => choices[Math.floor(next() * choices.length)] ?? choices[0],
  };
}
