import { classNames } from './class-names.ts';

/** A drawn phone, for a listing without a picture. Without a label it is decorative. */
export function PhonePicture({ label, className }: { label: string; className?: string }) {
  return (
    <svg
      viewBox="0 0 240 240"
      role={label ? 'img' : 'presentation'}
      aria-hidden={label ? undefined : true}
      aria-label={label || undefined}
      className={classNames('bg-sunken', className)}
    >
      <rect x="72" y="22" width="96" height="196" rx="18" className="fill-surface stroke-line-strong" strokeWidth="3" />
      <rect x="80" y="31" width="80" height="178" rx="11" className="fill-accent-soft" />
      <rect x="104" y="38" width="32" height="8" rx="4" className="fill-line-strong" />
      <path d="M80 160 160 96v102a11 11 0 0 1-11 11H91a11 11 0 0 1-11-11z" className="fill-accent opacity-20" />
      <rect x="102" y="199" width="36" height="4" rx="2" className="fill-line-strong" />
    </svg>
  );
}
