export const TOAST_LOOK =
  'pointer-events-auto flex max-w-md items-center gap-3 rounded-xl border border-line bg-surface px-4 py-3 wrap-anywhere text-ink shadow-overlay';
