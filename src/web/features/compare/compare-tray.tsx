import { useEffect, useRef } from 'react';
import { MOST_COMPARED } from '#contract/shared/page-size.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { comparisonAddress, leaveOut, leaveOutAll, useChosen } from './chosen.ts';

/** The phones chosen for comparison, at the bottom of the screen. Other content there moves up by `--tray`. */
export function CompareTray() {
  const chosen = useChosen();
  const tray = useRef<HTMLElement>(null);
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--tray', `${tray.current?.offsetHeight ?? 0}px`);
    return () => void style.removeProperty('--tray');
  }, []);
  // The pressed button disappears; the focus stays nearby.
  const moveOn = (isLast: boolean) => {
    if (isLast) document.getElementById('content')?.focus({ preventScroll: true });
    else tray.current?.focus({ preventScroll: true });
  };
  return (
    <section
      ref={tray}
      tabIndex={-1}
      aria-label="Phones to compare"
      className="compare-tray sticky bottom-(--bar) z-40 border-t border-line-strong bg-surface outline-none"
    >
      <div className="page-width flex items-center gap-3 py-2">
        <p role="status" className="text-sm font-semibold whitespace-nowrap max-sm:sr-only">
          {chosen.length} of {MOST_COMPARED} selected
        </p>
        <ul className="relative flex min-w-0 flex-1 gap-2 overflow-x-auto">
          {chosen.map(({ id, name }) => (
            <li key={id} className="shrink-0">
              <button
                type="button"
                onClick={() => {
                  moveOn(chosen.length === 1);
                  leaveOut(id);
                }}
                className="inline-flex min-h-11 max-w-44 items-center gap-1.5 rounded-full bg-sunken pr-3 pl-4 text-sm font-medium hover:bg-accent-soft"
              >
                <span className="sr-only">Remove: </span>
                <bdi className="truncate">{name}</bdi>
                <Icon name="x" className="size-4 shrink-0" />
              </button>
            </li>
          ))}
        </ul>
        <Button
          variant="quiet"
          size="small"
          className="max-sm:hidden"
          onClick={() => {
            moveOn(true);
            leaveOutAll();
          }}
        >
          Clear
        </Button>
        <ButtonLink to={comparisonAddress(chosen.map(({ id }) => id))} size="small" className="shrink-0">
          Compare {chosen.length}
        </ButtonLink>
      </div>
    </section>
  );
}
