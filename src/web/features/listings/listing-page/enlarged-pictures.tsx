import { type KeyboardEvent, useState } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Modal } from '../../../ui/modal.tsx';
import type { Picture } from './gallery-pictures.tsx';

type EnlargedProps = { pictures: Picture[]; at: number; onTurn: (at: number) => void; open: boolean; onClose: () => void };

const ARROW = 'grid size-11 place-items-center rounded-full bg-surface text-ink hover:bg-sunken';

/** One picture after the other, fitted to the screen or zoomed to twice that. */
export function EnlargedPictures({ pictures, at, onTurn, open, onClose }: EnlargedProps) {
  const [large, setLarge] = useState(false);
  const turn = (by: number): void => {
    setLarge(false);
    onTurn((at + by + pictures.length) % pictures.length);
  };

  const turnByKey = ({ key }: KeyboardEvent): void => {
    if (key === 'ArrowRight') turn(1);
    if (key === 'ArrowLeft') turn(-1);
  };

  return (
    <Modal open={open} onClose={onClose} aria-label="Photos" onKeyDown={turnByKey} className="m-0 h-dvh max-h-none w-screen max-w-none bg-ground">
      <div className="grid h-full grid-rows-[auto_minmax(0,1fr)_auto]">
        <div className="flex items-center justify-between gap-4 px-4 py-2">
          <p role="status" className="text-sm text-muted">
            {pictures[at]?.name}, {at + 1} of {pictures.length}
          </p>
          <button type="button" onClick={onClose} aria-label="Close" className={ARROW}>
            <Icon name="x" className="size-5" />
          </button>
        </div>
        <div className="overflow-auto overscroll-contain">
          <button
            type="button"
            aria-pressed={large}
            aria-label="Zoom"
            onClick={() => setLarge(!large)}
            className={classNames('block', large ? 'size-[200%] cursor-zoom-out' : 'size-full cursor-zoom-in')}
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
