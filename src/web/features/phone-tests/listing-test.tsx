import type { Listing } from '#contract/listings.ts';
import { PublishedTest } from './published-test.tsx';
import { TestOwnPhone } from './test-own-phone.tsx';

/** On a listing's page: what the phone proved, and for its seller the way to prove it. */
export function ListingTest({ listing }: { listing: Listing }) {
  return (
    <>
      <PublishedTest listing={listing} />
      <TestOwnPhone listing={listing} />
    </>
  );
}
