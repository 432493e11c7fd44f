import { HIGH_RISK } from '#contract/risk.ts';
import { type ListPage, type PageOf, searchPage } from '../../db/paging.ts';
import type { Db } from '../../db/tables.ts';
import { isStanding, selectListings } from '../listings/index.ts';
export type QueuedRow = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

/** One page of the listings with a page (on sale, sold or paused) to review: reported, or with a higher risk than an admin cleared. By risk. */
export async function findQueue(db: Db, { direction, ...page }: ListPage): Promise<PageOf<QueuedRow>> {
  const query = select(db)
    .where(isStanding)
    .where((eb) =>
      eb.or([
        eb('listings.reported_at', 'is not', null),
        eb.and([
          eb('listing_risks.score', '>=', HIGH_RISK),
          eb('listings.sold_at', 'is', null),
          eb.or([eb('listing_risks.cleared_score', 'is', null), eb('listing_risks.score', '>', eb.ref('listing_risks.cleared_score'))]),
        ]),
      ]),
    );
  return searchPage(
    query,
    { key: 'listing_risks.score', id: 'listing_risks.listing_id', direction },
    {
      ...page,
      columns: ['listings.model_name', 'users.name', 'users.email'],
      toItem: (row) => row,
    },
  );
}

function select(db: Db) {
  return selectListings(db)
    .innerJoin('listing_risks', 'listing_risks.listing_id', 'listings.id')
    .select(['listing_risks.score', 'listing_risks.signals', 'users.created_at as seller_since', 'users.suspended_at as seller_suspended_at']);
}
