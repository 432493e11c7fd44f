import { type ComponentProps, useState } from 'react';
import { imageSrcSet } from '#contract/shared/image-sizes.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { useApp } from '../../../use-app.tsx';
import type { Photo } from './photo-list.ts';
import { describeState, hintsOf, isUnderWay, shareOf } from './photo-text.ts';
import type { DragHandle } from './use-drag-order.ts';

export type PhotoActions = { move(to: number): void; remove(): void; cancel(): void; retry(): void };

type PhotoItemProps = {
  photo: Photo;
  index: number;
  count: number;
  actions: PhotoActions;
  handle: DragHandle;
  /** How far it is dragged from its place, in pixels. */
  shift: { x: number; y: number } | null;
  /** The dragged photo would land here. */
  isTarget: boolean;
};

const ICON = 'grid size-11 place-items-center rounded-xl text-ink hover:bg-sunken aria-disabled:opacity-40 aria-disabled:hover:bg-transparent';

type IconButtonProps = ComponentProps<'button'> & { icon: IconName; turn?: boolean };

/** One photo of the form: its upload state and its actions. */
export function PhotoItem({ photo, index, count, actions, handle, shift, isTarget }: PhotoItemProps) {
  const number = index + 1;
  const [isFirst, isLast] = [index === 0, index === count - 1];
  return (
    <li
      style={shift ? { transform: `translate(${shift.x}px, ${shift.y}px)` } : undefined}
      className={classNames(
        'grid min-[20rem]:grid-cols-[6rem_minmax(0,1fr)] gap-3 rounded-2xl border bg-surface p-2',
        shift && 'relative z-10 opacity-90',
        isTarget || shift ? 'border-accent' : 'border-line',
      )}
    >
      {/* A touch on the photo scrolls the page; dragging by touch needs the handle. */}
      <div
        {...handle}
        onPointerDown={(event) => event.pointerType === 'mouse' && handle.onPointerDown(event)}
        className="relative size-24 cursor-grab self-center overflow-hidden rounded-xl bg-sunken active:cursor-grabbing"
      >
        <Preview photo={photo} number={number} />
        {isFirst && <span className="absolute inset-x-0 bottom-0 bg-ink/80 py-0.5 text-center text-sm font-medium text-ground">Cover</span>}
      </div>
      <div className="grid content-between">
        <State photo={photo} number={number} actions={actions} />
        <Progress photo={photo} number={number} />
        <div className="-ml-2 flex">
          <IconButton {...handle} icon="menu" tabIndex={-1} aria-hidden="true" className="cursor-grab touch-none active:cursor-grabbing" />
          <IconButton
            icon="chevron-left"
            turn
            aria-label={`Move photo ${number} earlier`}
            aria-disabled={isFirst || undefined}
            data-move="earlier"
            onClick={() => !isFirst && actions.move(index - 1)}
          />
          <IconButton
            icon="chevron-right"
            turn
            aria-label={`Move photo ${number} later`}
            aria-disabled={isLast || undefined}
            data-move="later"
            onClick={() => !isLast && actions.move(index + 1)}
          />
          <IconButton icon="x" aria-label={`Remove photo ${number}`} data-move="remove" onClick={actions.remove} className="ml-auto" />
        </div>
      </div>
      <Hints photo={photo} />
    </li>
  );
}

/** The chosen file or, where this browser can't display it, the uploaded version. */
function Preview({ photo: { file, preview, state }, number }: { photo: Photo; number: number }) {
  const [failed, setFailed] = useState<string | null>(null);
  const place = useApp().config.images;
  const made = state.at === 'sent' ? imageSrcSet(state.address, place)?.split(' ')[0] : undefined;
  const address = failed === preview ? made : preview;
  if (!address || failed === address)
    return (
      <span role="img" aria-label={`Photo ${number} (no preview)`} className="grid size-full place-items-center text-muted">
        <Icon name="image-up" className="size-7" />
      </span>
    );
  return (
    <img
      src={address}
      alt={[`Photo ${number}`, file.name].filter(Boolean).join(': ')}
      draggable={false}
      onError={() => setFailed(address)}
      className="size-full object-cover"
    />
  );
}

function State({ photo, number, actions }: { photo: Photo; number: number; actions: PhotoActions }) {
  const { state } = photo;
  const canRetry = state.at === 'canceled' || (state.at === 'failed' && !state.isFinal);
  const way = isUnderWay(photo) ? { word: 'Cancel', act: actions.cancel } : canRetry ? { word: 'Retry', act: actions.retry } : null;
  return (
    <div className="flex min-h-11 items-center justify-between gap-2">
      <p className={classNames('min-w-0 text-sm leading-5 wrap-anywhere tabular-nums', state.at === 'failed' ? 'text-danger' : 'text-muted')}>
        {state.at === 'sent' && <Icon name="circle-check" className="mr-1 inline size-4 align-[-3px] text-good" />}
        {describeState(state)}
      </p>
      {way && (
        <button
          type="button"
          onClick={way.act}
          aria-label={`${way.word} photo ${number}`}
          className="min-h-11 shrink-0 rounded-xl px-2 text-sm font-semibold text-accent underline underline-offset-4 hover:bg-sunken"
        >
          {way.word}
        </button>
      )}
    </div>
  );
}

function Progress({ photo, number }: { photo: Photo; number: number }) {
  const share = shareOf(photo.state);
  if (share === null) return <span className="h-1.5" />;
  return (
    <progress
      aria-label={`Upload of photo ${number}`}
      max={1}
      value={share}
      className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
    />
  );
}

/** Takes `aria-disabled`, because a disabled button would lose the focus. */
function IconButton({ icon, turn = false, className, ...button }: IconButtonProps) {
  return (
    <button {...button} type="button" className={classNames(ICON, className)}>
      <Icon name={icon} className={classNames('size-5', turn && 'max-sm:rotate-90')} />
    </button>
  );
}

/** Suggestions for a better photo. The photo is accepted anyway. */
function Hints({ photo }: { photo: Photo }) {
  const hints = hintsOf(photo.state);
  if (hints.length === 0) return null;
  return (
    <ul className="col-span-2 grid gap-1 rounded-xl bg-warning-soft px-3 py-2 text-sm text-warning">
      {hints.map((hint) => (
        <li key={hint} className="flex gap-2">
          <Icon name="lightbulb" className="mt-0.5 size-4 shrink-0" />
          <span>{hint}</span>
        </li>
      ))}
    </ul>
  );
}
