import { useEffect, useState } from 'react';
import type { DescribedPhone } from '#drawing/facts.ts';
import { classNames } from './class-names.ts';
import { PhonePicture } from './phone-picture.tsx';

type Drawing = typeof import('./drawn-phone.tsx').DrawnPhone;

type MissingPictureProps = {
  label: string;
  /** What to draw; any phone by default. */
  phone?: DescribedPhone | undefined;
  className?: string | undefined;
};

/** Replaces a missing picture: a generic phone at first, then this one drawn from its facts. Few lists need that, so its code is loaded on demand. */
export function MissingPicture({ label, phone, className }: MissingPictureProps) {
  const [Drawn, setDrawn] = useState<Drawing | null>(null);
  const isDrawn = phone !== undefined;

  useEffect(() => {
    if (!isDrawn) return;
    // If the drawing can't be loaded, the generic one stays.
    import('./drawn-phone.tsx').then(
      ({ DrawnPhone }) => setDrawn(() => DrawnPhone),
      () => {},
    );
  }, [isDrawn]);

  if (!phone || !Drawn) return <PhonePicture label={label} className={className} />;
  return (
    <span className={classNames('grid place-items-center bg-sunken p-[8%]', className)}>
      <Drawn phone={phone} title={label || undefined} />
    </span>
  );
}
