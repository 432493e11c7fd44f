import { useQuery } from '@tanstack/react-query';
import { isNowhere } from '../api.ts';
import { CompareButton } from '../features/compare/compare-button.tsx';
import { AskSeller } from '../features/conversations/ask-seller.tsx';
import { useCountView } from '../features/interest/count-view.ts';
import { ListingPage } from '../features/listings/listing-page/listing-page.tsx';
import { MakeOffer } from '../features/offers/make-offer.tsx';
import { ListingPassport } from '../features/passports/listing-passport.tsx';
import { ListingTest } from '../features/phone-tests/listing-test.tsx';
import { publishedTestOptions } from '../features/phone-tests/published-queries.ts';
import { PriceEstimateNote } from '../features/price-estimates/price-estimate-note.tsx';
import { ReportButton } from '../features/reports/report-button.tsx';
import { useRememberViewed } from '../features/saved/remember-viewed.ts';
import { SaveButton } from '../features/saved/save-button.tsx';
import type { listingOptions } from '../queries/listings.ts';
import { notFound, type PageModule } from '../rendering/page.ts';
import { useParams } from '../router/index.ts';
import { useApp } from '../use-app.tsx';

type OptionsOf = typeof listingOptions;

/** Loads the page of a listing that is read like this. */
export const loadListing =
  (optionsOf: OptionsOf): PageModule['load'] =>
  async ({ shop: { api }, queries, params: { id = '' } }) => {
    const options = optionsOf(api, id);
    await queries.prefetchQuery(options);
    const { data: listing, error } = queries.getQueryState(options.queryKey) ?? {};
    if (isNowhere(error)) throw notFound();
    if (!listing) return null;
    await queries.prefetchQuery(publishedTestOptions(api, id));
    return { title: listing.model_name };
  };

/** The page of the listing in the address. */
export function OneListing({ optionsOf }: { optionsOf: OptionsOf }) {
  const { api } = useApp();
  const { id = '' } = useParams();
  const result = useQuery(optionsOf(api, id));
  useRememberViewed(result.data);
  useCountView(result.data);
  return (
    <ListingPage
      key={id}
      result={result}
      save={(listing, isOnCard) => <SaveButton listing={listing} isOnCard={isOnCard} />}
      ask={(listing) => (
        <div className="flex flex-wrap gap-2">
          <AskSeller listing={listing} />
          <MakeOffer listing={listing} />
        </div>
      )}
      report={(listing) => <ReportButton listing={listing} />}
      compare={(listing) => <CompareButton listing={listing} />}
      passport={(listing) => <ListingPassport id={listing.passport} />}
      priceEstimate={(listing) => <PriceEstimateNote key={listing._id} listing={listing} />}
      phoneTest={(listing) => <ListingTest listing={listing} />}
    />
  );
}
