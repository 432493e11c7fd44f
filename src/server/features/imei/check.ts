import { tacOf } from '#contract/imei.ts';
import type { PhoneKey } from '../../db/phones.ts';
import type { Services } from '../../services.ts';
import { type Claimed, describeModel, judgeClaim } from './fit.ts';
import { requireNotLost } from './rules.ts';

/** A phone that may be listed. `known`: the model according to its IMEI, if that differs from the listing's. */
export type CheckedPhone = PhoneKey & { known: string | null };

type Needs = Pick<Services, 'lostPhones' | 'tacDirectory' | 'phoneKeys'>;

/** Checks a phone before it is listed. Throws 409 when it is reported lost, `ProviderError` when the list of lost phones doesn't respond. */
export async function checkPhone({ lostPhones, tacDirectory, phoneKeys }: Needs, imei: string, claimed: Claimed): Promise<CheckedPhone> {
  requireNotLost(await lostPhones.isLost(imei));
  const known = await tacDirectory.find(tacOf(imei));
  const differs = known !== null && judgeClaim(claimed, known) === 'differs';
  return { ...phoneKeys.of(imei), known: differs ? describeModel(known) : null };
}

/** The model according to an IMEI, if known. */
export async function nameByImei({ tacDirectory }: Pick<Services, 'tacDirectory'>, imei: string): Promise<string | null> {
  const known = await tacDirectory.find(tacOf(imei));
  return known && describeModel(known);
}
