import type { OwnListingOutcome } from '#contract/selling/own-listing-changes.ts';
import { HttpError } from '../../../errors.ts';
import type { ServeCall } from '../../../http/route.ts';
import type { Services } from '../../../services.ts';
import { changeOwnListing, type OwnChange } from './commands.ts';
import { NOT_CHANGED } from './rules.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'images'>;

export function ownListingChangeRoutes(serve: ServeCall, services: Needs): void {
  serve('POST /ownListingChanges', async ({ caller, request, body: { act, ids, percent, prices, to } }) => {
    const change = { act, sellerId: caller.userId, percent, now: services.clock.now() };
    const outcomes: OwnListingOutcome[] = [];
    try {
      // One after another: one seller's changes wait for each other anyway.
      for (const [at, id] of ids.entries()) outcomes.push(await outcomeOf(services, id, { ...change, price: prices?.[at], to: to?.[at] }));
    } catch (error) {
      // Otherwise the seller wouldn't learn which listings have changed, and would change them again.
      if (outcomes.length === 0) throw error;
      request.log.error({ err: error }, 'only some of a seller’s listings were changed');
      for (const id of ids.slice(outcomes.length)) outcomes.push({ _id: id, outcome: 'refused', message: NOT_CHANGED, code: 'unavailable' });
    }
    return { reply: { outcomes } };
  });
}

/** Refuses one listing without ending the others. Throws when the shop itself fails. */
async function outcomeOf(services: Needs, id: string, change: OwnChange): Promise<OwnListingOutcome> {
  try {
    const isChanged = await changeOwnListing(services, id, change);
    return { _id: id, outcome: isChanged ? 'done' : 'unchanged', message: null, code: null };
  } catch (error) {
    if (!(error instanceof HttpError) || error.status >= 500) throw error;
    return { _id: id, outcome: 'refused', message: error.message, code: error.code };
  }
}
