import { useEffect, useState } from 'react';
import type { DescribedPhone } from '#drawing/facts.ts';
import { classNames } from './class-names.ts';
import { PhonePicture } from './phone-picture.tsx';

type Drawing = typeof import('./drawn-phone.tsx').DrawnPhone;

type MissingPictureProps = {
  label: string;
  /** What to draw; without it, any phone. */
  phone?: DescribedPhone | undefined;
  className?: string | undefined;
};

/** Stands where a picture is missing, in the same place: any phone at first, then this one as its facts describe it. Few lists need it, so its code comes when it does. */
export function MissingPicture({ label, phone, className }: MissingPictureProps) {
  const [Drawn, setDrawn] = useState<Drawing | null>(null);
  const isDrawn = phone !== undefined;

  useEffect(() => {
    if (!isDrawn) return;
    // A drawing that can't be fetched leaves the plain one.
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
