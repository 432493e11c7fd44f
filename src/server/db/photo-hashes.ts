import type { Db } from './tables.ts';

const BITS = 64;
const BAND_DIGITS = 4;

/** The frequency that each bit of a hash stands for: a picture's lowest, without the mean, across and down, lowest first. */
export const FREQUENCIES: readonly [across: number, down: number][] = Array.from({ length: 9 }, (_, across) =>
  Array.from({ length: 9 }, (_, down): [number, number] => [across, down]),
)
  .flat()
  .filter(([across, down]) => across + down > 0)
  .sort(([a, b], [c, d]) => a + b - (c + d) || a - c)
  .slice(0, BITS);

/** Bits that flip when a picture is mirrored: the odd frequencies across. */
const TURNED = FREQUENCIES.reduce((mask, [across], at) => (across % 2 === 1 ? mask | (1n << BigInt(at)) : mask), 0n);

/** Returns the hash of the mirrored picture. */
export const mirroredHash = (hash: string): string => (BigInt(`0x${hash}`) ^ TURNED).toString(16).padStart(16, '0');

/** Saves the hashes by which a picture is found; existing ones stay. */
export async function insertHashes(tx: Db, imageId: string, hashes: string[]): Promise<void> {
  if (hashes.length === 0) return;
  const rows = hashes.map((hash, part) => {
    const [band0, band1, band2, band3] = bandsOf(hash);
    return { image_id: imageId, part, hash, band0, band1, band2, band3 };
  });
  await tx
    .insertInto('photo_hashes')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['image_id', 'part']).doNothing())
    .execute();
}

/** Splits a hash into four 16-bit quarters: hashes that differ in few bits have a quarter that differs in one at most. */
export function bandsOf(hash: string): [number, number, number, number] {
  const band = (at: number): number => Number.parseInt(hash.slice(at * BAND_DIGITS, (at + 1) * BAND_DIGITS), 16);
  return [band(0), band(1), band(2), band(3)];
}
