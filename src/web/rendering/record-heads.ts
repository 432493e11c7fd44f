import type { Passport } from '#contract/passports.ts';
import type { ModelPrices } from '#contract/price-estimates.ts';
import type { Seller } from '#contract/sellers.ts';
import { fullNameOf, pathOfPrices } from '../features/price-estimates/model-page/model-name.ts';
import { formatRange } from '../features/price-estimates/range-text.ts';
import { modelOfPassport, passportPath } from '../passport-name.ts';
import { formatMonth } from '../ui/month.ts';
import { crumbs, type Head, hidden, isPart, pathOfSeller, plain, SCHEMA, type Subject, shorten } from './head-parts.ts';

/** Version 0.7.0 of the UN Transparency Protocol's vocabulary. */
const DPP = 'https://test.uncefact.org/vocabulary/untp/dpp/0.7.0/';

export function headOfPrices(subject: Subject, origin: string): Head {
  const prices = subject.queries.getQueryData<ModelPrices>(['model-prices', subject.params.id ?? '']);
  if (!prices) return hidden(subject, 'noindex');
  // A page that says nothing yet isn't worth finding.
  if (prices.paid === null && prices.estimate === null) return hidden(subject, 'noindex, follow');
  const name = fullNameOf(prices);
  const path = pathOfPrices(prices._id);
  const { estimate, onSale } = prices;
  const paid = prices.paid ? `sold for ${formatRange(prices.paid)}` : estimate && `estimated at ${formatRange(estimate)}`;
  return {
    ...plain(subject),
    description: shorten(
      `What a used ${name} is worth at ${subject.config.shopName}: ${paid}. By storage and condition, month by month, and how fast it sells.`,
    ),
    canonical: `${origin}${path}`,
    facts: [
      {
        '@context': SCHEMA,
        '@type': 'Product',
        name,
        brand: { '@type': 'Brand', name: prices.brand },
        url: `${origin}${path}`,
        ...(onSale && {
          offers: {
            '@type': 'AggregateOffer',
            lowPrice: onSale.from.toFixed(2),
            offerCount: onSale.count,
            priceCurrency: 'USD',
            itemCondition: `${SCHEMA}/UsedCondition`,
          },
        }),
      },
      crumbs(origin, [
        { name: 'Prices', path: '/prices' },
        { name, path },
      ]),
    ],
  };
}

export function headOfSeller(subject: Subject, origin: string): Head {
  const [[, seller] = []] = subject.queries.getQueriesData<Seller>({ queryKey: ['seller'] });
  // A page that says nothing yet isn't worth finding.
  if (!seller || (seller.offers === 0 && seller.sold === 0)) return hidden(subject, 'noindex');
  const { _id, name, since, offers, sold } = seller;
  const address = `${origin}${pathOfSeller(_id)}`;
  const head: Head = {
    ...plain(subject),
    description: shorten(`${name} sells used phones at ${subject.config.shopName}: ${offers} on sale, ${sold} sold. Member since ${formatMonth(since)}.`),
  };
  if (isPart(subject.address)) return { ...head, robots: 'noindex, follow' };
  return {
    ...head,
    canonical: address,
    facts: [{ '@context': SCHEMA, '@type': 'ProfilePage', dateCreated: since, mainEntity: { ...ratedAs(seller), identifier: _id, name, url: address } }],
  };
}

/** The vocabulary knows ratings of organizations only, not of persons. */
function ratedAs({ rating }: Seller): object {
  if (!rating) return { '@type': 'Person' };
  return { '@type': 'Organization', aggregateRating: { '@type': 'AggregateRating', ratingValue: rating.average, reviewCount: rating.count, bestRating: 5 } };
}

/** Reached by links only: a phone's history isn't for search engines. Its data is in the United Nations' vocabulary for product passports, without a signature. */
export function headOfPassport(subject: Subject, origin: string): Head {
  const [[, passport] = []] = subject.queries.getQueriesData<Passport>({ queryKey: ['passport'] });
  if (!passport) return hidden(subject, 'noindex');
  const address = `${origin}${passportPath(passport._id)}`;
  const name = modelOfPassport(passport);
  return {
    ...hidden(subject, 'noindex'),
    description: shorten(`The history of this ${name} at ${subject.config.shopName}: what the shop recorded, and what its owners say.`),
    facts: [
      {
        '@context': [DPP],
        type: ['DigitalProductPassport'],
        id: address,
        name: `Device passport: ${name}`,
        issuer: { type: ['CredentialIssuer'], id: origin, name: subject.config.shopName },
        validFrom: passport.begunAt,
        credentialSubject: {
          type: ['Product'],
          id: address,
          name,
          description: `${passport.entries} recorded events. The SHA-256 hash of the last is ${passport.head}.`,
          idScheme: { type: ['IdentifierScheme'], id: `${origin}/passports`, name: `Device passports of ${subject.config.shopName}` },
          idGranularity: 'item',
        },
      },
    ],
  };
}
