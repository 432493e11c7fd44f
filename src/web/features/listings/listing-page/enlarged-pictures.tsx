import { type KeyboardEvent, type MouseEvent, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Modal } from '../../../ui/modal.tsx';
import type { Picture } from './gallery-pictures.tsx';

type EnlargedProps = { pictures: Picture[]; at: number; onTurn: (at: number) => void; open: boolean; onClose: () => void };

const ARROW = 'grid size-11 place-items-center rounded-full bg-surface text-ink hover:bg-sunken';

/** One picture after the other, fitted to the screen or zoomed to twice that. */
export function EnlargedPictures({ pictures, at, onTurn, open, onClose }: EnlargedProps) {
  /** Which point is zoomed to, from the left and the top, 0 to 1; null when the picture is fitted to the screen. */
  const [zoomed, setZoomed] = useState<Point | null>(null);
  const view = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (zoomed && view.current) scrollTo(view.current, zoomed);
  }, [zoomed]);
  const turn = (by: number): void => {
    setZoomed(null);
    onTurn((at + by + pictures.length) % pictures.length);
  };
  const close = (): void => {
    setZoomed(null);
    onClose();
  };

  const turnByKey = ({ key }: KeyboardEvent): void => {
    if (key === 'ArrowRight') turn(1);
    if (key === 'ArrowLeft') turn(-1);
  };

  return (
    <Modal open={open} onClose={close} aria-label="Photos" onKeyDown={turnByKey} className="m-0 h-dvh max-h-none w-screen max-w-none bg-ground">
      <div className="grid h-full grid-rows-[auto_minmax(0,1fr)_auto]">
        <div className="flex items-center justify-between gap-4 px-4 py-2">
          <p role="status" className="text-sm text-muted">
            {pictures[at]?.name}, {at + 1} of {pictures.length}
          </p>
          <button type="button" onClick={close} aria-label="Close" className={ARROW}>
            <Icon name="x" className="size-5" />
          </button>
        </div>
        <div ref={view} className="overflow-auto overscroll-contain">
          <button
            type="button"
            aria-pressed={zoomed !== null}
            aria-label="Zoom"
            onClick={(event) => setZoomed(zoomed ? null : pointOf(event))}
            className={classNames('block', zoomed ? 'size-[200%] cursor-zoom-out' : 'size-full cursor-zoom-in')}
          >
            {pictures[at]?.show('size-full', 'zoom')}
          </button>
        </div>
        <div className="flex justify-center gap-4 p-3">
          <button type="button" onClick={() => turn(-1)} aria-label="Previous photo" className={ARROW}>
            <Icon name="chevron-left" className="size-6" />
          </button>
          <button type="button" onClick={() => turn(1)} aria-label="Next photo" className={ARROW}>
            <Icon name="chevron-right" className="size-6" />
          </button>
        </div>
      </div>
    </Modal>
  );
}

type Point = { x: number; y: number };

/** Where it was clicked; the middle when a key pressed it. */
function pointOf({ detail, clientX, clientY, currentTarget }: MouseEvent): Point {
  if (detail === 0) return { x: 0.5, y: 0.5 };
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return { x: (clientX - left) / width, y: (clientY - top) / height };
}

function scrollTo(view: HTMLElement, { x, y }: Point): void {
  view.scrollTo(x * view.scrollWidth - view.clientWidth / 2, y * view.scrollHeight - view.clientHeight / 2);
}
