import { useState } from 'react';
import { classNames } from './class-names.ts';

const DEFAULT_PICTURE = '/avatar.svg';
const NO_NAME = 'Not Defined';

type AvatarProps = { name: string | null; picture: string | null; className?: string };

/** A person's picture; the default one when there is none, or it can't be shown. */
export function Avatar({ name, picture, className = 'size-10' }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null);
  return (
    <img
      src={picture === null || failed === picture ? DEFAULT_PICTURE : picture}
      title={name ?? NO_NAME}
      alt=""
      width={80}
      height={80}
      referrerPolicy="no-referrer"
      onError={() => setFailed(picture)}
      className={classNames('shrink-0 rounded-full border border-line bg-sunken object-cover', className)}
    />
  );
}
