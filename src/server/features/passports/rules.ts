import { ConflictError, NotFoundError } from '../../errors.ts';

/** Throws 404. The same for every address, so it says nothing about the one that was asked for. */
export function requirePassport<T>(passport: T | undefined): asserts passport is T {
  if (passport === undefined) throw new NotFoundError('There’s no passport at this address.');
}

/** Throws 404 for somebody who isn't the phone's owner, as if it weren't there. */
export function requireOwner(isOwner: boolean): void {
  if (!isOwner) throw new NotFoundError('You have no such phone.');
}

/** Throws 404 for an order that isn't the caller's, or isn't paid. */
export function requireOwnOrder<T>(passport: T | undefined): asserts passport is T {
  if (passport === undefined) throw new NotFoundError('You have no such order.');
}

export const passportFull = () => new ConflictError('conflict', 'This passport already has as many repairs as it can hold.');
