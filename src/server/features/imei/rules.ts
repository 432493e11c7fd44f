import { ConflictError, HttpError } from '../../errors.ts';

/** Whose listing has the phone now: the claimant's `own`, an `other` seller's, or `nobody`'s anymore. */
export type ClaimedBy = 'own' | 'other' | 'nobody';

/** Whether a phone may be (put back) on sale: `lost` is in the register, `on_sale` has another listing, `owed` was sold and its order hasn't ended. */
export type PhoneState = 'free' | 'lost' | 'on_sale' | 'owed';

/** Throws 409 for a phone that is in the register. */
export function requireNotLost(isLost: boolean): void {
  if (isLost) {
    throw refusedAtImei(
      'reported_lost',
      'This phone was reported lost, so it can’t be listed. If it’s yours, email us at the address at the bottom of the page.',
    );
  }
}

/** Throws 409 for a phone that is lost, or is another's until its order has ended. One that is on sale is left to the caller, who tells its seller. */
export function requireListable(state: PhoneState): void {
  requireNotLost(state === 'lost');
  if (state === 'owed') throw refusedAtImei('already_listed', 'This phone was sold here, and that order hasn’t ended yet. You can list the phone once it has.');
}

function refusedAtImei(code: 'reported_lost' | 'already_listed', sentence: string): HttpError {
  return new HttpError(409, code, sentence, { fields: { imei: sentence } });
}

/** The 409 for listing a phone that is already on sale. */
export function alreadyListed(by: ClaimedBy, last4: string): HttpError {
  const sentences: Record<ClaimedBy, string> = {
    own: `You already have a listing for this phone (IMEI ending in ${last4}). Delete that listing first.`,
    other: `Someone else is already selling a phone with this IMEI, ending in ${last4}. Check the digits. If the phone is yours, report it lost from your dashboard. We’ve told the other seller that someone else tried to list it.`,
    nobody: 'This phone’s other listing has just been removed. Submit your listing again.',
  };
  return refusedAtImei('already_listed', sentences[by]);
}

/** Throws 409 unless a phone may be put on sale again. */
export function requireFree(state: PhoneState): void {
  if (state === 'lost') throw new ConflictError('reported_lost', 'This phone was reported lost. Decline that report first.');
  if (state === 'on_sale') throw new ConflictError('already_listed', 'Another listing of this phone is on sale. Only one of them can be.');
  if (state === 'owed') throw new ConflictError('already_listed', 'This phone was sold in another listing, and that order hasn’t ended yet.');
}
