import { ConflictError, HttpError } from '../../errors.ts';

const refusedAtImei = (code: 'reported_lost' | 'already_listed', sentence: string): HttpError =>
  new HttpError(409, code, sentence, { fields: { imei: sentence } });

/** Throws 409 for a phone that is in the register. */
export const requireNotLost = (isLost: boolean): void => {
  if (isLost) {
    throw refusedAtImei(
      'reported_lost',
      'This phone is in the shop’s register of phones reported lost, so it can’t be listed. If it is yours, write to the address at the foot of the page.',
    );
  }
};

/** Whose listing has the phone now: the claimant's `own`, `other` people's, or nobody's any more. */
export type ClaimedBy = 'own' | 'other' | 'nobody';

/** The 409 for somebody who lists a phone that is on sale. */
export const alreadyListed = (by: ClaimedBy, last4: string): HttpError => {
  const sentences: Record<ClaimedBy, string> = {
    own: `You have this phone on sale already: its IMEI ends in ${last4}. Delete that listing first.`,
    other: `Somebody else has a phone with this IMEI, ending in ${last4}, on sale here. A phone is listed once: look at the digits again. If it is yours, report it lost from your dashboard; the shop and the other seller have been told that two people claim it.`,
    nobody: 'This phone was on sale a moment ago, and is not any more. Send your listing again.',
  };
  return refusedAtImei('already_listed', sentences[by]);
};

/** Whether a phone may (again) be on sale: `lost` is in the register, `on_sale` has another listing. */
export type PhoneState = 'free' | 'lost' | 'on_sale';

/** Throws 409 unless a phone may be put on sale again. */
export const requireFree = (state: PhoneState): void => {
  if (state === 'lost')
    throw new ConflictError('reported_lost', 'This phone is in the register of phones reported lost. Refuse or withdraw that report first.');
  if (state === 'on_sale') throw new ConflictError('already_listed', 'Another listing of this very phone is on sale. One of them has to stay off the shop.');
};
