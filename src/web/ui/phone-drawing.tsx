import { useId } from 'react';
import { drawBack } from '#drawing/back.ts';
import { drawFront } from '#drawing/front.ts';
import type { PhoneFacts } from '#drawing/phone.ts';
import { createSteadyChance } from '#drawing/steady-chance.ts';

type PhoneDrawingProps = {
  facts: PhoneFacts;
  side: 'front' | 'back';
  /** What it shows, for screen readers; without it, the drawing is decorative. */
  title?: string;
  /** The drawing's height and width in millimeters, so that several share a scale; the phone's own size by default. */
  box?: [height: number, width: number];
  className?: string;
};

/** For buttons that stick out at the side. */
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
      // biome-ignore lint/security/noDangerouslySetInnerHtml: made only of numbers and known colors; no typed text gets into it.
      dangerouslySetInnerHTML={{ __html: `<defs>${defs}</defs>${shapes}` }}
    />
  );
}
