import { ChevronLeft, ChevronRight, X, ZoomIn } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { isOwnImage } from '#contract/image-sizes.ts';
import type { Listing } from '#contract/listings.ts';
import { readPhoneFacts } from '#drawing/facts.ts';
import { classNames } from '../../ui/class-names.ts';
import { ListingImage } from '../../ui/listing-image.tsx';
import { Modal } from '../../ui/modal.tsx';
import { PhoneDrawing } from '../../ui/phone-drawing.tsx';

type Picture = { name: string; show(className: string, place: 'stage' | 'thumb' | 'zoom'): ReactNode };

const SIZES = { stage: '(min-width: 64rem) 38rem, (min-width: 40rem) 70vw, 53vw', thumb: '4rem', zoom: '100vw' };

const picturesOf = (listing: Listing): Picture[] => {
  const facts = readPhoneFacts(listing);
  const drawn = (side: 'front' | 'back'): Picture => ({
    name: `Drawing of the ${side}`,
    show: (className, place) => (
      <span className={classNames('grid place-items-center bg-sunken', place === 'thumb' ? 'p-1' : 'p-[8%]', className)}>
        <PhoneDrawing
          facts={facts}
          side={side}
          title={place === 'thumb' ? undefined : `The ${side} of the ${listing.model_name}, drawn from its measures`}
          className="h-full max-w-full"
        />
      </span>
    ),
  });
  const photo: Picture = {
    name: 'Photo',
    show: (className, place) => (
      <ListingImage
        address={listing.image}
        alt={place === 'thumb' ? '' : listing.model_name}
        eager={place === 'stage'}
        sizes={SIZES[place]}
        phone={listing}
        className={classNames(className, place === 'zoom' && 'object-contain')}
      />
    ),
  };
  return [...(isOwnImage(listing.image) ? [photo] : []), drawn('front'), drawn('back')];
};

type TurnProps = { pictures: Picture[]; at: number; onTurn: (at: number) => void };

const ARROW = 'grid size-11 place-items-center rounded-full bg-surface text-ink hover:bg-sunken';

const Zoomed = ({ pictures, at, onTurn, open, onClose }: TurnProps & { open: boolean; onClose: () => void }) => {
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
    <Modal open={open} onClose={onClose} aria-label="Pictures" onKeyDown={turnByKey} className="m-0 h-dvh max-h-none w-screen max-w-none bg-ground">
      <div className="grid h-full grid-rows-[auto_minmax(0,1fr)_auto]">
        <div className="flex items-center justify-between gap-4 px-4 py-2">
          <p role="status" className="text-sm text-muted">
            {pictures[at]?.name}, {at + 1} of {pictures.length}
          </p>
          <button type="button" onClick={onClose} aria-label="Close" className={ARROW}>
            <X className="size-5" aria-hidden="true" />
          </button>
        </div>
        <div className="overflow-auto overscroll-contain">
          <button
            type="button"
            aria-pressed={large}
            aria-label="Twice as large"
            onClick={() => setLarge(!large)}
            className={classNames('block', large ? 'size-[200%] cursor-zoom-out' : 'size-full cursor-zoom-in')}
          >
            {pictures[at]?.show('size-full', 'zoom')}
          </button>
        </div>
        <div className="flex justify-center gap-4 p-3">
          <button type="button" onClick={() => turn(-1)} aria-label="Previous picture" className={ARROW}>
            <ChevronLeft className="size-6" aria-hidden="true" />
          </button>
          <button type="button" onClick={() => turn(1)} aria-label="Next picture" className={ARROW}>
            <ChevronRight className="size-6" aria-hidden="true" />
          </button>
        </div>
      </div>
    </Modal>
  );
};

/** The phone's photo and its drawings, one large, the others below it; pressing the large one fills the screen with it. */
export const Gallery = ({ listing }: { listing: Listing }) => {
  const pictures = picturesOf(listing);
  const [at, setAt] = useState(0);
  const [zoomed, setZoomed] = useState(false);

  return (
    <div className="grid gap-3 self-start lg:sticky lg:top-24">
      <button
        type="button"
        onClick={() => setZoomed(true)}
        aria-label={`Enlarge: ${pictures[at]?.name}`}
        className="group relative block cursor-zoom-in overflow-hidden rounded-2xl"
      >
        {pictures[at]?.show('aspect-square w-full', 'stage')}
        <span className="absolute right-3 bottom-3 grid size-11 place-items-center rounded-full bg-surface text-ink group-hover:bg-sunken" aria-hidden="true">
          <ZoomIn className="size-5" />
        </span>
      </button>
      <ul className="flex gap-3" aria-label="Pictures">
        {pictures.map(({ name, show }, index) => (
          <li key={name}>
            <button
              type="button"
              aria-label={name}
              aria-current={index === at || undefined}
              onClick={() => setAt(index)}
              className={classNames('block overflow-hidden rounded-xl border-2', index === at ? 'border-accent' : 'border-line hover:border-line-strong')}
            >
              {show('size-16', 'thumb')}
            </button>
          </li>
        ))}
      </ul>
      <Zoomed pictures={pictures} at={at} onTurn={setAt} open={zoomed} onClose={() => setZoomed(false)} />
    </div>
  );
};
