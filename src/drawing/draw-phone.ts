import { drawBack } from './back.ts';
import { type DescribedPhone, readPhoneFacts } from './facts.ts';
import { drawFront } from './front.ts';
import type { PhoneFacts } from './phone.ts';
import { createSteadyChance } from './steady-chance.ts';

export type Side = 'front' | 'back';

/** Returns the shapes of a phone, in millimeters, as SVG: made only of numbers and known colors, never of typed text. `id`: unique on the page. */
export function drawPhone(facts: PhoneFacts, side: Side, id: string): string {
  const chance = createSteadyChance(`${facts.size} ${facts.look.back}`);
  const { defs, shapes } = side === 'front' ? drawFront(facts, id, chance) : drawBack(facts, id, chance);
  return `<defs>${defs}</defs>${shapes}`;
}

/** The same from the seller's description. */
export const drawDescribed = (phone: DescribedPhone, side: Side, id: string): string => drawPhone(readPhoneFacts(phone), side, id);
