import { createContext, use, useId, useState } from 'react';
import type { Side } from '#drawing/draw-phone.ts';
import type { DescribedPhone } from '#drawing/facts.ts';
import { type Box, readSize, viewBoxOf } from '#drawing/size.ts';
import { useHydrated } from './use-hydrated.ts';
import { useLate } from './use-late.ts';

type Draw = typeof import('#drawing/draw-phone.ts').drawDescribed;

type LatePhoneDrawingProps = {
  phone: DescribedPhone;
  side: Side;
  /** What it shows, for screen readers; without it, the drawing is decorative. */
  title?: string;
  /** So that several share a scale; the phone's own size by default. */
  box?: Box;
};

/** How the server draws. Null in a browser, which loads the code only for what the server hasn't drawn. */
export const DrawContext = createContext<Draw | null>(null);

/** A phone drawn from its description, in millimeters. The browser leaves what the server drew as it is; elsewhere an outline comes first. */
export function LatePhoneDrawing({ phone, side, title, box }: LatePhoneDrawingProps) {
  const id = useId().replace(/\W/gu, '');
  const draw = useDraw(phone);
  const { size } = readSize(phone.specification.Dimensions);
  return (
    <svg
      viewBox={viewBoxOf(size, box)}
      role={title ? 'img' : undefined}
      aria-label={title}
      aria-hidden={title ? undefined : true}
      className="h-full max-w-full"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: made only of numbers and known colors; no typed text gets into it.
      dangerouslySetInnerHTML={{ __html: draw === 'drawn' ? '' : draw ? draw(phone, side, id) : outlineOf(size) }}
    />
  );
}

/** Returns how to draw the phone; `drawn` if the server has drawn it, and null until that is known. */
function useDraw(phone: DescribedPhone): Draw | 'drawn' | null {
  const onServer = use(DrawContext);
  const isHydrated = useHydrated();
  const [first] = useState({ phone, isHydrated });
  const isWanted = !onServer && (first.isHydrated || first.phone !== phone);
  // If it can't be loaded, what is there stays.
  const { part } = useLate(async () => (await import('#drawing/draw-phone.ts')).drawDescribed, isWanted);
  return onServer ?? part ?? (first.isHydrated ? null : 'drawn');
}

const outlineOf = ([height, width]: readonly number[]): string =>
  `<rect width="${width}" height="${height}" rx="${Number(width) * 0.14}" class="fill-surface stroke-line-strong"/>`;
