import { useId } from 'react';
import { drawPhone, type Side } from '#drawing/draw-phone.ts';
import type { PhoneFacts } from '#drawing/phone.ts';
import { type Box, viewBoxOf } from '#drawing/size.ts';

type PhoneDrawingProps = {
  facts: PhoneFacts;
  side: Side;
  /** What it shows, for screen readers; without it, the drawing is decorative. */
  title?: string;
  /** So that several share a scale; the phone's own size by default. */
  box?: Box;
  className?: string;
};

/** A phone drawn from its facts, in millimeters. */
export function PhoneDrawing({ facts, side, title, box, className }: PhoneDrawingProps) {
  const id = useId().replace(/\W/gu, '');
  return (
    <svg
      viewBox={viewBoxOf(facts.size, box)}
      role={title ? 'img' : undefined}
      aria-label={title}
      aria-hidden={title ? undefined : true}
      className={className}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: made only of numbers and known colors; no typed text gets into it.
      dangerouslySetInnerHTML={{ __html: drawPhone(facts, side, id) }}
    />
  );
}
