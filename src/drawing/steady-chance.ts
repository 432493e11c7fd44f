import type { Chance } from './phone.ts';

/** Makes the same choices for the same name each time, in the browser and on the server. */
export function createSteadyChance(name: string): Chance {
  let state = 0x811c9dc5;
  for (const character of name) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return {
    between: (low, high) => low + next() * (high - low),
    oneOf: (choices) => choices[Math.floor(next() * choices.length)] ?? choices[0],
  };
}
