import { classNames } from './class-names.ts';

/** A spinner in place of a whole page. */
export function PageSpinner() {
  return (
    <div className="grid min-h-[60vh] place-items-center text-muted">
      <Spinner label="Loading…" />
    </div>
  );
}

/** A spinner. With a label it is announced; without one it is decorative. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  return (
    <span role={label ? 'status' : undefined} className={classNames('inline-flex items-center gap-3', className)}>
      <svg viewBox="0 0 24 24" className="size-5 animate-spin" aria-hidden="true" fill="none" strokeWidth="3" strokeLinecap="round">
        <circle cx="12" cy="12" r="9" className="stroke-current opacity-20" />
        <path d="M21 12a9 9 0 0 0-9-9" className="stroke-current" />
      </svg>
      {label && <span>{label}</span>}
    </span>
  );
}
