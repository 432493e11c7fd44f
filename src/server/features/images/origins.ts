import type { PhotoOrigin } from '#contract/images.ts';
import { imageIdOf, type PicturePlace } from '#contract/shared/image-sizes.ts';
import type { Db } from '../../db/tables.ts';
import { findOrigins, type OriginRow } from './queries.ts';

/** What the data of these pictures says of where they come from, in their order; null where it says nothing. */
export async function findPhotoOrigins(db: Db, place: PicturePlace, addresses: string[]): Promise<(PhotoOrigin | null)[]> {
  const nameOf = (address: string): string => imageIdOf(address, place) ?? address;
  const rows = await findOrigins(db, addresses.map(nameOf));
  const found = new Map(rows.flatMap((row) => [row.id, row.address ?? row.id].map((name) => [name, row] as const)));
  return addresses.map((address) => toOrigin(found.get(nameOf(address))));
}

/** Pictures that a program generated are a hint for admins alone. */
function toOrigin(row: OriginRow | undefined): PhotoOrigin | null {
  return row && (row.origin === 'camera' || row.origin === 'signed') ? { kind: row.origin, takenOn: row.taken_on, camera: row.camera } : null;
}
