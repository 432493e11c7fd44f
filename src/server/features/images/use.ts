import { imageIdOf } from '#contract/image-sizes.ts';
import type { Db } from '../../db/tables.ts';
import { Invalid } from '../../errors.ts';
import { markUsed } from './queries.ts';

const GIVEN_UP = 'This picture was uploaded more than a day ago and is not kept any more. Choose it again.';

/**
 * Says, within the transaction that writes what shows them, that pictures are used from now on, so that they are never swept. Addresses of pictures
 * elsewhere are nothing to it. `now`: epoch ms. Throws `Invalid` when one was given up already.
 */
export const useImages = async (tx: Db, addresses: string[], now: number): Promise<void> => {
  const ids = addresses.flatMap((address) => imageIdOf(address) ?? []);
  const lost = await markUsed(tx, { ids, addresses }, now);
  if (lost > 0) throw new Invalid(GIVEN_UP, { image: GIVEN_UP });
};
