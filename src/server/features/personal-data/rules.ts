import { ConflictError, HttpError } from '../../errors.ts';

const counted = (count: number, one: string, many: string): string => (count === 1 ? one : `${count} ${many}`);

/** Throws 403, at its field, when the address typed is not the caller's own. */
export const requireMeant = (caller: { email: string }, typed: string): void => {
  if (typed.toLowerCase() === caller.email) return;
  const message = 'This is not the address of your account. Type it as it stands above.';
  throw new HttpError(403, 'not_allowed', message, { fields: { email: message } });
};

/** What is still under way with somebody: payments, phones bought within `days` whose sale is not settled, sales whose money they have not got. */
export type OpenBusiness = { paying: number; bought: number; owed: number };

/** Throws 409 with all that has to end before somebody can leave without anybody losing money or a phone. */
export const requireNothingOpen = ({ paying, bought, owed }: OpenBusiness, days: number): void => {
  const reasons = [
    paying > 0 && `${counted(paying, 'a payment of yours is', 'payments of yours are')} under way: wait until it has ended`,
    bought > 0 && `you bought ${counted(bought, 'a phone', 'phones')} in the last ${days} days: the seller must be able to reach you until the sale is settled`,
    owed > 0 && `the shop owes you the money of ${counted(owed, 'a sale', 'sales')}: let it pay you first`,
  ].filter((reason) => reason !== false);
  if (reasons.length > 0) throw new ConflictError('conflict', `Your account can’t be deleted yet: ${reasons.join('; ')}.`);
};
