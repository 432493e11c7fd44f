import { v7 as uuid } from 'uuid';
import { days, hours } from '#contract/shared/durations.ts';
import { imageIdOf, type PicturePlace } from '#contract/shared/image-sizes.ts';
import type { Db } from '../../db/tables.ts';
import type { Services } from '../../services.ts';
import { nextTurn } from '../../turns.ts';
import { inBatches, workThroughService } from '../../work-through.ts';
import { findAddressesBeside, findGivenUp, findShownAddresses, findUnused, forgetGone, giveUp, markDeleted, markUsed, type UnusedImage } from './queries.ts';
import { forgetParts, forgetUploads } from './upload-queries.ts';

/** A seller has a day to use a photo, and a client to send the rest of a file. */
const UNUSED_MS = days(1);
/** How long a listing that comes too late gets the message that its photo was removed. */
const REMEMBERED_MS = days(30);
/** Machines' clocks differ: a listing may seem older than its photo. */
const SLACK_MS = hours(1);
const AT_ONCE = 100;
const LISTINGS_AT_ONCE = 500;
const PARTS_AT_ONCE = 2;

type Needs = Pick<Services, 'db' | 'clock' | 'images'>;

/**
 * Deletes pictures that were uploaded at least a day ago and never used, leftovers of failed uploads, and incomplete uploads: in the store for new
 * pictures, and on disk (`localImages`), which was used before it. Any other earlier store isn't touched: its credentials are no longer here.
 */
export async function sweepImages(needs: Needs & Partial<Pick<Services, 'localImages'>>, onTrouble: (error: unknown) => void): Promise<void> {
  const before = needs.clock.now() - UNUSED_MS;
  await inBatches(PARTS_AT_ONCE, (limit) => forgetParts(needs.db, before, limit));
  await inBatches(AT_ONCE, (limit) => forgetUploads(needs.db, before, limit));
  const { images, localImages = images } = needs;
  for (const store of localImages.kind === images.kind ? [images] : [images, localImages]) {
    await inBatches(AT_ONCE, (limit) => giveUpUnused({ ...needs, images: store }, limit));
    await removeGivenUp({ ...needs, images: store }, onTrouble);
  }
  await inBatches(AT_ONCE, (limit) => forgetGone(needs.db, needs.clock.now() - REMEMBERED_MS, limit));
}

/** Discards some of what was uploaded and never used, except pictures of listings that were written without marking them as used; returns how many. */
async function giveUpUnused({ db, clock, images }: Needs, limit: number): Promise<number> {
  const now = clock.now();
  const unused = await findUnused(db, images.kind, { before: now - UNUSED_MS, limit });
  if (unused.length === 0) return 0;
  const shown = await findShown(db, images, unused);
  await markUsed(db, { ids: [...shown], addresses: [] }, now);
  await giveUp(
    db,
    unused.map(({ id }) => id).filter((id) => !shown.has(id)),
    now,
  );
  return unused.length;
}

/**
 * The ids of those of these pictures, oldest first, that some listing shows. Listing ids begin with their creation time, so only listings younger
 * than the pictures are read, and those that have them on record, since an older one may have got them by an edit.
 */
async function findShown(db: Db, place: PicturePlace, pictures: UnusedImage[]): Promise<Set<string>> {
  const idOf = new Map(pictures.flatMap(({ id, address }) => [id, address ?? id].map((name) => [name, id] as const)));
  const since = (pictures[0]?.created_at ?? 0) - SLACK_MS;
  const shown = new Set<string>();
  const note = (address: string): void => {
    const id = idOf.get(imageIdOf(address, place) ?? address);
    if (id !== undefined) shown.add(id);
  };
  const recorded = await findAddressesBeside(
    db,
    pictures.map(({ id }) => id),
  );
  for (const address of recorded) note(address);
  let after: string | null = uuid({ msecs: since, random: new Uint8Array(16), seq: 0 });
  while (after !== null) {
    const stretch = await findShownAddresses(db, after, LISTINGS_AT_ONCE);
    for (const address of stretch.addresses) note(address);
    after = stretch.last;
    await nextTurn();
  }
  return shown;
}

/** Deletes the files of discarded pictures. What fails is tried again by the next sweep. */
async function removeGivenUp({ db, clock, images }: Needs, onTrouble: (error: unknown) => void): Promise<void> {
  for (;;) {
    const ids = await findGivenUp(db, images.kind, { now: clock.now(), limit: AT_ONCE });
    const remove = async (id: string): Promise<void> => {
      await images.remove(id);
      await markDeleted(db, id, clock.now());
    };
    if (!(await workThroughService(ids, remove, onTrouble)) || ids.length < AT_ONCE) return;
  }
}
