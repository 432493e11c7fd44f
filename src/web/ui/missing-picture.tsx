import type { DescribedPhone } from '#drawing/facts.ts';
import { classNames } from './class-names.ts';
import { PhonePicture } from './phone-picture.tsx';
import { useLate } from './use-late.ts';

type MissingPictureProps = {
  label: string;
  /** What to draw; any phone by default. */
  phone?: DescribedPhone | undefined;
  className?: string | undefined;
};

/** Replaces a missing picture: a generic phone at first, then this one drawn from its facts. Few lists need that, so its code is loaded on demand. */
export function MissingPicture({ label, phone, className }: MissingPictureProps) {
  // If the drawing can't be loaded, the generic one stays.
  const { part: Drawn } = useLate(async () => (await import('./drawn-phone.tsx')).DrawnPhone, phone !== undefined);
  if (!phone || !Drawn) return <PhonePicture label={label} className={className} />;
  return (
    <span className={classNames('grid place-items-center bg-sunken p-[8%]', className)}>
      <Drawn phone={phone} title={label || undefined} />
    </span>
  );
}
