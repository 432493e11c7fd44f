import { setImmediate as letOthersGo } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import { days, hours } from '#contract/shared/durations.ts';
import { imageIdOf, type PicturePlace } from '#contract/shared/image-sizes.ts';
import type { Db } from '../../db/tables.ts';
import type { Services } from '../../services.ts';
import { findGivenUp, findShownAddresses, findUnused, forgetGone, giveUp, markUsed, noteGone, type UnusedImage } from './queries.ts';
import { forgetUploads } from './upload-queries.ts';

/** A seller has a day to use a photo, and a client to send the rest of a file. */
const UNUSED_MS = days(1);
/** How long a listing that comes too late is told that its photo was removed. */
const REMEMBERED_MS = days(30);
/** Clocks of machines differ: a listing may seem older than its photo. */
const SLACK_MS = hours(1);
const AT_ONCE = 200;
const LISTINGS_AT_ONCE = 1000;

type Needs = Pick<Services, 'db' | 'clock' | 'images'>;

/**
 * Removes pictures that were uploaded a day ago or earlier and never used, what failed uploads left, and files whose other parts never came: in the store
 * that new ones go to, and in `localImages`, the disk, where they went before it. Any other store of before has no keys here any more, and is left as it is.
 */
export async function sweepImages(needs: Needs & Partial<Pick<Services, 'localImages'>>, onTrouble: (error: unknown) => void): Promise<void> {
  await forgetUploads(needs.db, needs.clock.now() - UNUSED_MS);
  const { images, localImages = images } = needs;
  for (const store of localImages.kind === images.kind ? [images] : [images, localImages]) {
    await giveUpUnused({ ...needs, images: store });
    await removeGivenUp({ ...needs, images: store }, onTrouble);
  }
  await forgetGone(needs.db, needs.clock.now() - REMEMBERED_MS);
}

/** Discards what was uploaded and never used. A listing that was written without a word about its pictures keeps them all the same. */
async function giveUpUnused({ db, clock, images }: Needs): Promise<void> {
  const now = clock.now();
  const unused = await findUnused(db, images.kind, { before: now - UNUSED_MS, limit: AT_ONCE });
  if (unused.length === 0) return;
  const shown = await findShown(db, images, unused);
  await markUsed(db, { ids: [...shown], addresses: [] }, now);
  await giveUp(
    db,
    unused.map(({ id }) => id).filter((id) => !shown.has(id)),
    now,
  );
  if (unused.length === AT_ONCE) await giveUpUnused({ db, clock, images });
}

/** The ids of these pictures, the oldest first, that some listing shows. Ids of listings begin with the moment they were made, so only younger ones are read. */
async function findShown(db: Db, place: PicturePlace, pictures: UnusedImage[]): Promise<Set<string>> {
  const idOf = new Map(pictures.flatMap(({ id, address }) => [id, address ?? id].map((name) => [name, id] as const)));
  const since = (pictures[0]?.created_at ?? 0) - SLACK_MS;
  const shown = new Set<string>();
  let after: string | null = uuid({ msecs: since, random: new Uint8Array(16), seq: 0 });
  while (after !== null) {
    const stretch = await findShownAddresses(db, after, LISTINGS_AT_ONCE);
    for (const address of stretch.addresses) {
      const id = idOf.get(imageIdOf(address, place) ?? address);
      if (id !== undefined) shown.add(id);
    }
    after = stretch.last;
    await letOthersGo();
  }
  return shown;
}

/** Removes the files of discarded photos. If the store is down, the next sweep tries again. */
async function removeGivenUp({ db, clock, images }: Needs, onTrouble: (error: unknown) => void): Promise<void> {
  for (;;) {
    const ids = await findGivenUp(db, images.kind, AT_ONCE);
    for (const id of ids) {
      try {
        await images.remove(id);
      } catch (error) {
        return onTrouble(error);
      }
      await noteGone(db, id, clock.now());
      await letOthersGo();
    }
    if (ids.length < AT_ONCE) return;
  }
}
