import { type ChangeEvent, type ComponentProps, type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react';
import { MAX_PHOTOS } from '#contract/listings.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import { PhotoItem } from './photo-item.tsx';
import type { Photo, PhotoState } from './photo-list.ts';
import { describeChange, describeLeftOut, describeMove } from './photo-text.ts';
import type { PhotoUploads } from './photo-uploads.ts';
import { useDragOrder } from './use-drag-order.ts';

type PhotosFieldProps = { photos: readonly Photo[]; uploads: PhotoUploads; error?: string; ref?: Ref<HTMLInputElement | null> };

type ChooserProps = Pick<ComponentProps<'input'>, 'id' | 'ref' | 'aria-describedby' | 'aria-invalid'> & { count: number; onChoose: (files: File[]) => void };

/** The photos of a listing in the seller's order: choose, upload and sort. */
export function PhotosField({ photos, uploads, error, ref }: PhotosFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => input.current);
  const [announcement, say] = useAnnouncements(photos);
  const [leftOut, setLeftOut] = useState<string | null>(null);
  const { list, focusAfter } = useFocusAfter(photos);
  const count = photos.length;

  const add = (files: File[]): void => setLeftOut(describeLeftOut(uploads.add(files), MAX_PHOTOS));
  const move = (from: number, to: number): void => {
    const photo = photos[from];
    if (!photo) return;
    uploads.move(photo.key, to);
    say(describeMove(from, to, count));
  };
  const { drag, handleOf } = useDragOrder(list, move);
  const remove = (index: number, key: string): void => {
    setLeftOut(null);
    uploads.remove(key);
    say(`Photo ${index + 1} removed.`);
    if (count > 1) focusAfter(Math.min(index, count - 2), 'remove');
    else input.current?.focus();
  };

  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="justify-self-start font-medium">
        Image
      </label>
      {count > 0 && (
        <ol ref={list} aria-label="Photos" className="mb-1.5 grid gap-3 sm:grid-cols-2">
          {photos.map((photo, index) => (
            <PhotoItem
              key={photo.key}
              photo={photo}
              index={index}
              count={count}
              handle={handleOf(index)}
              shift={drag?.from === index ? drag : null}
              isTarget={drag !== null && drag.to === index}
              actions={{
                move: (to) => {
                  focusAfter(to, to < index ? 'earlier' : 'later');
                  move(index, to);
                },
                remove: () => remove(index, photo.key),
                cancel: () => uploads.cancel(photo.key),
                retry: () => uploads.retry(photo.key),
              }}
            />
          ))}
        </ol>
      )}
      <Chooser ref={input} id={id} count={count} onChoose={add} aria-invalid={error ? true : undefined} aria-describedby={`${id}-note`} />
      <p id={`${id}-note`} aria-live="polite" className={classNames('min-h-5 text-sm', error ? 'text-danger' : 'text-muted')}>
        {error ?? leftOut ?? `JPEG, PNG, WebP, HEIF or AVIF. Up to ${MAX_PHOTOS} photos, 10 MB each. The first is the cover.`}
      </p>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  );
}

/** The latest announcement and a way to add one: user actions as well as photos' changes of state. */
function useAnnouncements(photos: readonly Photo[]) {
  const [announcement, say] = useState('');
  const before = useRef(new Map<string, PhotoState>());
  useEffect(() => {
    const news = photos.flatMap(({ key, state }, index) => describeChange(index + 1, before.current.get(key), state) ?? []);
    before.current = new Map(photos.map(({ key, state }) => [key, state]));
    if (news.length > 0) say(news.join(' '));
  }, [photos]);
  return [announcement, say] as const;
}

/** A moved item is remounted, and a removed one is gone: restores the focus to the pressed button or its neighbor. */
function useFocusAfter(photos: readonly Photo[]) {
  const list = useRef<HTMLOListElement>(null);
  const wanted = useRef<{ index: number; button: string } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reruns when the photos change.
  useEffect(() => {
    const { current } = wanted;
    wanted.current = null;
    if (current) list.current?.children[current.index]?.querySelector<HTMLElement>(`[data-move="${current.button}"]`)?.focus();
  }, [photos]);
  const focusAfter = (index: number, button: string): void => {
    wanted.current = { index, button };
  };
  return { list, focusAfter };
}

/** Chooses photos, takes them with the camera, or accepts a drop. */
function Chooser({ count, onChoose, ...input }: ChooserProps) {
  const [isOver, setOver] = useState(false);
  const isFull = count >= MAX_PHOTOS;
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    const files = [...(currentTarget.files ?? [])];
    // Without this, choosing a removed file again would fire no event.
    currentTarget.value = '';
    if (files.length > 0) onChoose(files);
  };
  const text = isFull
    ? `You’ve added the maximum of ${MAX_PHOTOS} photos`
    : count > 0
      ? 'Add more photos or drop them here'
      : 'Choose photos or drop them here';
  return (
    <div
      className={classNames(
        'relative grid place-items-center overflow-clip rounded-2xl border border-dashed focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-accent',
        count > 0 ? 'min-h-20' : 'aspect-[4/3] max-w-sm',
        isOver ? 'bg-accent-soft' : 'bg-surface',
        input['aria-invalid'] ? 'border-danger' : 'border-line-strong',
      )}
    >
      <span className={classNames('flex items-center gap-3 p-4 text-center text-muted', count === 0 && 'flex-col')} aria-hidden="true">
        <Icon name="image-up" className={count > 0 ? 'size-6' : 'size-8'} />
        {text}
      </span>
      <input
        {...input}
        type="file"
        multiple
        accept="image/jpeg,image/png,image/webp,image/heif,image/heic,image/avif"
        required={count === 0}
        disabled={isFull}
        onChange={choose}
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={() => setOver(false)}
        className="absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-default"
      />
    </div>
  );
}
