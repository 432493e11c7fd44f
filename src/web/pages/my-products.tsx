import type { Listing } from '#contract/listings.ts';
import { HiddenNote } from '../features/decisions/own-decisions.tsx';
import { ShareEntry } from '../features/listings/listing-page/share-button.tsx';
import { WaitingOffers } from '../features/offers/waiting-offers.tsx';
import { TestMenu } from '../features/phone-tests/test-menu.tsx';
import { AdvertiseButton } from '../features/promotion/advertise-button.tsx';
import { ListingMenu } from '../features/proof-of-possession/listing-menu.tsx';
import { MyProductsTable } from '../features/selling/my-products-table.tsx';
import { NumberSeen } from '../features/selling/number-seen.tsx';
import { ListingActions } from '../features/selling/own-listing-changes/listing-actions.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { useSession } from '../use-app.tsx';

export function Page() {
  const session = useSession();
  if (session.status !== 'signed-in') return null;
  return (
    <div className="grid gap-8">
      <MyProductsTable
        email={session.identity.email}
        hidden={(otherwise) => <HiddenNote otherwise={otherwise} />}
        offers={(listing) => <WaitingOffers id={listing._id} />}
        advertise={(listing) => <AdvertiseButton listing={listing} />}
        menu={(listing) => <Actions listing={listing} />}
      />
      <NumberSeen />
      <ButtonLink to="/dashboard/importProducts" variant="secondary" className="justify-self-start">
        Import or export many at once
      </ButtonLink>
    </div>
  );
}

/** Everything that a seller can do with a listing, from several features. */
function Actions({ listing }: { listing: Listing }) {
  return (
    <TestMenu
      listing={listing}
      menu={(test) => (
        <ListingActions
          listing={listing}
          menu={(entries) => (
            <ListingMenu
              listing={listing}
              entries={
                <>
                  {entries}
                  {test}
                  {listing.status !== 'sold' && !listing.paused && <ShareEntry listing={listing} />}
                </>
              }
            />
          )}
        />
      )}
    />
  );
}
