import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { Listing } from '#contract/listings.ts';
import { isOwnListing } from '../../session/is-own-listing.ts';
import { latePart } from '../../ui/late-part.tsx';
import { useApp, useSession } from '../../use-app.tsx';
import { publishedTestOptions } from './published-queries.ts';

/** Few listings have one. The server has the code at once; a browser leaves what the server wrote until it has loaded it. */
const PublishedTest = import.meta.env.SSR
  ? (await import('./published-test.tsx')).PublishedTest
  : latePart(async () => (await import('./published-test.tsx')).PublishedTest);

// The server renders it for nobody: it doesn't know who reads the page.
const TestOwnPhone = latePart(async () => (await import('./test-own-phone.tsx')).TestOwnPhone);

/** On a listing's page: what the phone proved, and for its seller the way to prove it. */
export function ListingTest({ listing }: { listing: Listing }) {
  const { api } = useApp();
  const session = useSession();
  const isOwn = isOwnListing(session, listing);
  const { data: test } = useQuery(publishedTestOptions(api, listing._id));
  return (
    <>
      {test && (
        <Suspense fallback={null}>
          <PublishedTest test={test} />
        </Suspense>
      )}
      {isOwn && listing.status !== 'sold' && (
        <Suspense fallback={null}>
          <TestOwnPhone listing={listing} />
        </Suspense>
      )}
    </>
  );
}
