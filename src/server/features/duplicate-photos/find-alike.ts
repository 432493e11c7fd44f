import { days } from '#contract/shared/durations.ts';
import { bandsOf, mirroredHash } from '../../db/photo-hashes.ts';
import type { Db } from '../../db/tables.ts';
import { nextTurn } from '../../turns.ts';
import { judgeLikeness, likenessOf, readSmall } from './likeness.ts';
import { type Among, BANDS, type Candidate, type Found, findByBand, findHashes, findShowingSame, findSmalls } from './queries.ts';

/** Hashes that differ in more of their 64 bits belong to different pictures. */
const MOST_BITS = 18;
/** The most rows to read per quarter of a hash, and the most pictures to compare in full. */
const ROWS_AT_MOST = 3000;
const COMPARED_AT_MOST = 60;
/** More matches than this tell an admin nothing new: the picture is all over the web. */
const FOUND_AT_MOST = 10;
const BAND_BITS = 16;
/** Sold and removed listings are compared for this long. */
const GONE_MS = days(180);

type Probe = { hash: bigint; mirrored: boolean };
type Nearness = { bits: number; mirrored: boolean };
type Near = Nearness & { candidate: Candidate };

/**
 * Other sellers' listings, on sale or gone for less than half a year, that show this photo or a copy of it, even if mirrored, smaller, brighter or slightly
 * cropped. `now`: epoch ms.
 */
export async function findAlike(db: Db, { imageId, sellerId, now }: { imageId: string; sellerId: string; now: number }): Promise<Found[]> {
  const among = { imageId, sellerId, goneSince: now - GONE_MS };
  const same = (await findShowingSame(db, among)).map((candidate) => toFound(candidate, 'same', false));
  const near = await findNear(db, among);
  const smalls = await findSmalls(db, [imageId, ...new Set(near.map(({ candidate }) => candidate.image_id))]);
  const own = smalls.get(imageId);
  if (own === undefined) return same.slice(0, FOUND_AT_MOST);
  const alike: Found[] = [];
  // The same picture may be in many listings, with a different id in each.
  const judged = new Map<string, Found['likeness'] | null>();
  for (const { candidate, mirrored } of near) {
    if (same.length + alike.length >= FOUND_AT_MOST) break;
    const other = smalls.get(candidate.image_id);
    if (other === undefined) continue;
    const pair = `${mirrored} ${other}`;
    let likeness = judged.get(pair);
    if (likeness === undefined) {
      likeness = judgeLikeness(likenessOf(readSmall(own, mirrored), readSmall(other)));
      judged.set(pair, likeness);
      // Each comparison takes milliseconds: requests are served in between.
      await nextTurn();
    }
    if (likeness) alike.push(toFound(candidate, likeness, mirrored));
  }
  return [...same, ...alike].slice(0, FOUND_AT_MOST);
}

function toFound({ image_id, listing_id, created_at }: Candidate, likeness: Found['likeness'], mirrored: boolean): Found {
  return {
    image_id,
    listing_id,
    created_at,
    likeness,
    mirrored,
  };
}

/** Pictures with similar hashes, most similar first. */
async function findNear(db: Db, among: Among): Promise<Near[]> {
  const hashes = await findHashes(db, among.imageId);
  if (hashes.length === 0) return [];
  const looked = [...hashes.map((hash) => ({ hash, mirrored: false })), ...hashes.map((hash) => ({ hash: mirroredHash(hash), mirrored: true }))];
  const probes = looked.map(({ hash, mirrored }) => ({ hash: BigInt(`0x${hash}`), mirrored }));
  const found = new Map<string, Near>();
  // A widespread picture has the same hash in thousands of rows.
  const known = new Map<string, Nearness>();
  for (const [at, band] of BANDS.entries()) {
    const values = [...new Set(looked.flatMap(({ hash }) => nearTo(bandsOf(hash)[at] ?? 0)))];
    for (const candidate of await findByBand(db, band, values, among, ROWS_AT_MOST)) {
      const hash = candidate.hash ?? '';
      const nearness = known.get(hash) ?? nearnessOf(hash, probes);
      known.set(hash, nearness);
      const near = { ...nearness, candidate };
      const key = `${candidate.listing_id} ${candidate.image_id}`;
      if (near.bits <= MOST_BITS && near.bits < (found.get(key)?.bits ?? MOST_BITS + 1)) found.set(key, near);
    }
    await nextTurn();
  }
  return [...found.values()].sort((one, other) => one.bits - other.bits).slice(0, COMPARED_AT_MOST);
}

/** A quarter of a hash, and all values that differ from it in one bit. */
const nearTo = (band: number): number[] => [band, ...Array.from({ length: BAND_BITS }, (_, bit) => band ^ (1 << bit))];

function nearnessOf(hash: string, probes: Probe[]): Nearness {
  const bits = BigInt(`0x${hash}`);
  const all = probes.map((probe) => ({ bits: countBits(probe.hash ^ bits), mirrored: probe.mirrored }));
  return all.reduce((best, near) => (near.bits < best.bits ? near : best));
}

function countBits(bits: bigint): number {
  let count = 0;
  for (let left = bits; left > 0n; left &= left - 1n) count += 1;
  return count;
}
