import { useId } from 'react';
import { drawBack } from '#drawing/back.ts';
import { drawFront } from '#drawing/front.ts';
import type { PhoneFacts } from '#drawing/phone.ts';
import { createSteadyChance } from '#drawing/steady-chance.ts';

type PhoneDrawingProps = {
  facts: PhoneFacts;
  side: 'front' | 'back';
  /** What it shows, for those who don't see it; without it, it only decorates. */
  title?: string;
  /** Millimeters that the drawing's box is high and wide, so that several are to the same scale; the phone's own size unless given. */
  box?: [height: number, width: number];
  className?: string;
};

/** For keys that stand out at the side. */
const MARGIN = 1;

/** A phone drawn from its facts, in millimeters. */
export function PhoneDrawing({ facts, side, title, box, className }: PhoneDrawingProps) {
  const id = useId().replace(/\W/gu, '');
  const chance = createSteadyChance(`${facts.size} ${facts.look.back}`);
  const { defs, shapes } = side === 'front' ? drawFront(facts, id, chance) : drawBack(facts, id, chance);
  const [height, width] = facts.size;
  const [boxHeight, boxWidth] = box ?? [height + 2 * MARGIN, width + 2 * MARGIN];
  const viewBox = [(width - boxWidth) / 2, height + MARGIN - boxHeight, boxWidth, boxHeight].map((value) => Math.round(value * 100) / 100).join(' ');
  return (
    <svg
      viewBox={viewBox}
      role={title ? 'img' : undefined}
      aria-label={title}
      aria-hidden={title ? undefined : true}
      className={className}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: made of numbers and known colors alone; nothing that was typed gets into it.
      dangerouslySetInnerHTML={{ __html: `<defs>${defs}</defs>${shapes}` }}
    />
  );
}
