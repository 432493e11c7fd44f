import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import type { ListingDetail } from '#contract/listings.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useHydrated } from '../../../ui/use-hydrated.ts';
import { useApp } from '../../../use-app.tsx';
import { type Picture, picturesOf } from './gallery-pictures.tsx';

type Row = ReturnType<typeof useRow>;

const ROUND = 'grid size-11 place-items-center rounded-full bg-surface text-ink hover:bg-sunken';

type Enlarged = typeof import('./enlarged-pictures.tsx').EnlargedPictures;

/** The phone's photos and drawings, one large and all small below it; pressing the large one opens it full screen. */
export function Gallery({ listing }: { listing: ListingDetail }) {
  const pictures = picturesOf(listing, useApp().config.images);
  const row = useRow(pictures.length);
  const { Enlarged, isOpen, open, close } = useEnlarged();
  const { at, turnTo } = row;

  return (
    <div className="grid min-w-0 gap-3 self-start lg:sticky lg:top-24">
      <Stage pictures={pictures} row={row} onEnlarge={open} />
      <p role="status" className="sr-only">
        {`${pictures[at]?.name}, ${at + 1} of ${pictures.length}`}
      </p>
      <Note pictures={pictures} at={at} />
      <Thumbs pictures={pictures} at={at} onTurn={turnTo} />
      {Enlarged && <Enlarged pictures={pictures} at={at} onTurn={turnTo} open={isOpen} onClose={close} />}
    </div>
  );
}

/** A row of pictures moved by swipe, wheel or press, one at a time; its position is read from the row itself. */
function useRow(count: number) {
  const row = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);
  /** The picture that an animated scroll is heading for: those it passes are not selected. */
  const aim = useRef<number | null>(null);

  const follow = (): void => {
    const { current } = row;
    if (!current || current.clientWidth === 0) return;
    const place = current.scrollLeft / current.clientWidth;
    const nearest = Math.min(Math.round(place), count - 1);
    if (aim.current === null) setAt(nearest);
    else if (Math.abs(place - aim.current) < 0.02) aim.current = null;
  };
  const release = (): void => {
    aim.current = null;
  };
  const turnTo = (to: number): void => {
    const index = (to + count) % count;
    aim.current = index;
    setAt(index);
    const { current } = row;
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    current?.scrollTo({ left: index * current.clientWidth, behavior: isStill ? 'instant' : 'smooth' });
  };
  return { row, at, follow, release, turnTo };
}

/** Loads the full-screen view on demand; until then, or if it can't be loaded, the page stays as it was. */
function useEnlarged() {
  const [Enlarged, setEnlarged] = useState<Enlarged | null>(null);
  const [isOpen, setOpen] = useState(false);
  const open = (): void => {
    setOpen(true);
    import('./enlarged-pictures.tsx').then(
      ({ EnlargedPictures }) => setEnlarged(() => EnlargedPictures),
      () => setOpen(false),
    );
  };
  return { Enlarged, isOpen, open, close: () => setOpen(false) };
}

/** Without JavaScript, a scrollable row that the thumbnails link into. */
function Stage({ pictures, row: { row, at, follow, release, turnTo }, onEnlarge }: { pictures: Picture[]; row: Row; onEnlarge: () => void }) {
  const isHydrated = useHydrated();
  const turnByKey = (event: KeyboardEvent): void => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    turnTo(at + by);
  };
  return (
    <div className="relative">
      <ul
        ref={row}
        aria-label="Photos"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
        tabIndex={0}
        onScroll={follow}
        onPointerDown={release}
        onWheel={release}
        onKeyDown={turnByKey}
        onClick={onEnlarge}
        className="flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain rounded-2xl [scrollbar-width:none] pointer-fine:cursor-zoom-in"
      >
        {pictures.map(({ name, show }, index) => (
          <li key={name} id={pictureId(index)} className="w-full shrink-0 scroll-mt-24 snap-center snap-always">
            {show('aspect-square w-full', index === 0 ? 'first' : 'stage')}
          </li>
        ))}
      </ul>
      {isHydrated && (
        <>
          <button type="button" onClick={() => turnTo(at - 1)} aria-label="Previous photo" className={classNames(ROUND, 'absolute bottom-3 left-3')}>
            <Icon name="chevron-left" className="size-5" />
          </button>
          <button type="button" onClick={() => turnTo(at + 1)} aria-label="Next photo" className={classNames(ROUND, 'absolute bottom-3 left-16')}>
            <Icon name="chevron-right" className="size-5" />
          </button>
          <button type="button" onClick={onEnlarge} aria-label={`Enlarge: ${pictures[at]?.name}`} className={classNames(ROUND, 'absolute right-3 bottom-3')}>
            <Icon name="zoom-in" className="size-5" />
          </button>
        </>
      )}
    </div>
  );
}

const pictureId = (index: number): string => `picture-${index + 1}`;

/** Where the photo comes from. Keeps its place for all pictures if any has a note, so that nothing moves. */
function Note({ pictures, at }: { pictures: Picture[]; at: number }) {
  if (pictures.every(({ note }) => note === undefined)) return null;
  return (
    // Where the browser's clock is in another year, the server's text stays.
    <p className="min-h-10 text-sm text-muted sm:min-h-5" suppressHydrationWarning>
      {pictures[at]?.note}
    </p>
  );
}

function Thumbs({ pictures, at, onTurn }: { pictures: Picture[]; at: number; onTurn: (at: number) => void }) {
  return (
    <ul className="flex flex-wrap gap-2 sm:gap-3" aria-label="Choose a photo">
      {pictures.map(({ name, show }, index) => (
        <li key={name}>
          <a
            href={`#${pictureId(index)}`}
            aria-label={name}
            aria-current={index === at || undefined}
            onClick={(event: MouseEvent) => {
              event.preventDefault();
              onTurn(index);
            }}
            className={classNames('block overflow-hidden rounded-xl border-2', index === at ? 'border-accent' : 'border-line hover:border-line-strong')}
          >
            {show('size-13 sm:size-16', 'thumb')}
          </a>
        </li>
      ))}
    </ul>
  );
}
