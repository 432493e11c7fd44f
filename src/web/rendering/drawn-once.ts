import { LRUCache } from 'lru-cache';
import { drawPhone, type Side } from '#drawing/draw-phone.ts';
import { type DescribedPhone, readPhoneFacts } from '#drawing/facts.ts';

/** Of some 6 KB each. */
const MOST = 500;
/** Stands for an id; no drawing contains it otherwise. */
const ID = 'x0x';

/** Draws each kind of phone once, and returns the drawing with each page's own id from then on. */
export function createDrawing(): (phone: DescribedPhone, side: Side, id: string) => string {
  const drawn = new LRUCache<string, string>({ max: MOST });
  return (phone, side, id) => {
    const facts = readPhoneFacts(phone);
    const key = `${side} ${JSON.stringify(facts)}`;
    const shapes = drawn.get(key) ?? drawPhone(facts, side, ID);
    drawn.set(key, shapes);
    return shapes.replaceAll(ID, id);
  };
}
