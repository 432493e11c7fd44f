import sprite from 'virtual:icons.svg?url';
import { classNames } from './class-names.ts';
import type { ICON_NAMES } from './icon-names.ts';

export type IconName = (typeof ICON_NAMES)[number];

/** Decoration in the color of the text around it, 24 px wide unless a class says otherwise; what it means must also be said in words. */
export function Icon({ name, className }: { name: IconName; className?: string | undefined }) {
  return (
    <svg className={classNames('icon', className)} aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
