import { useQuery } from '@tanstack/react-query';
import { isNowhere } from '../api.ts';
import { CompareButton } from '../features/compare/compare-button.tsx';
import { AskSeller } from '../features/conversations/ask-seller.tsx';
import { useCountView } from '../features/interest/count-view.ts';
import { ListingPage } from '../features/listings/listing-page/listing-page.tsx';
import { newArrivalOptions } from '../features/listings/queries.ts';
import { MakeOffer } from '../features/offers/make-offer.tsx';
import { ListingPassport } from '../features/passports/listing-passport.tsx';
import { ListingTest } from '../features/phone-tests/listing-test.tsx';
import { publishedTestOptions } from '../features/phone-tests/published-queries.ts';
import { PriceEstimateNote } from '../features/price-estimates/price-estimate-note.tsx';
import { ReportButton } from '../features/reports/report-button.tsx';
import { useRememberViewed } from '../features/saved/remember-viewed.ts';
import { SaveButton } from '../features/saved/save-button.tsx';
import { notFound, type PageModule } from '../rendering/page.ts';
import { useParams } from '../router/index.ts';
import { useApp } from '../use-app.tsx';

export const load: PageModule['load'] = async ({ shop: { api }, queries, params: { id = '' } }) => {
  const options = newArrivalOptions(api, id);
  await queries.prefetchQuery(options);
  const { data: listing, error } = queries.getQueryState(options.queryKey) ?? {};
  if (isNowhere(error)) throw notFound();
  if (!listing) return null;
  await queries.prefetchQuery(publishedTestOptions(api, id));
  return { title: listing.model_name };
};

export function Page() {
  const { api } = useApp();
  const { id = '' } = useParams();
  const result = useQuery(newArrivalOptions(api, id));
  useRememberViewed(result.data);
  useCountView(result.data);
  return (
    <ListingPage
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
