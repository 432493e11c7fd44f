import type { OwnListingOutcome } from '#contract/selling/own-listing-changes.ts';
import { HttpError } from '../../../errors.ts';
import type { ServeCall } from '../../../http/route.ts';
import type { Services } from '../../../services.ts';
import { changeOwnListing, type OwnChange } from './commands.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'images'>;

export function ownListingChangeRoutes(serve: ServeCall, services: Needs): void {
  serve('POST /ownListingChanges', async ({ caller, body: { act, ids, percent } }) => {
    const change = { act, sellerId: caller.userId, percent, now: services.clock.now() };
    const outcomes: OwnListingOutcome[] = [];
    // One after another: one seller's changes wait for each other anyway.
    for (const id of ids) outcomes.push(await outcomeOf(services, id, change));
    return { reply: { outcomes } };
  });
}

/** Refuses one listing without ending the others. */
async function outcomeOf(services: Needs, id: string, change: OwnChange): Promise<OwnListingOutcome> {
  try {
    const isChanged = await changeOwnListing(services, id, change);
    return { _id: id, outcome: isChanged ? 'done' : 'unchanged', message: null, code: null };
  } catch (error) {
    if (!(error instanceof HttpError) || error.status >= 500) throw error;
    return { _id: id, outcome: 'refused', message: error.message, code: error.code };
  }
}
