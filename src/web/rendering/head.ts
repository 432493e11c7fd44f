import type { QueryClient } from '@tanstack/react-query';
import type { Category } from '#contract/catalog.ts';
import type { PublicConfig } from '#contract/config.ts';
import { findHelpTopic, HELP_TOPICS, helpPath } from '#contract/help.ts';
import type { Listing, ListingDetail } from '#contract/listings.ts';
import type { Passport } from '#contract/passports.ts';
import type { ModelPrices } from '#contract/price-estimates.ts';
import type { Facets } from '#contract/search.ts';
import type { Seller } from '#contract/sellers.ts';
import { imageIdOf, isOwnImage, type PicturePlace } from '#contract/shared/image-sizes.ts';
import { FILTER_NAMES } from '../features/listings/browsing/filters.ts';
import { fullNameOf, pathOfPrices } from '../features/price-estimates/model-page/model-name.ts';
import { modelOfPassport, passportPath } from '../passport-name.ts';
import type { Params } from '../router/index.ts';
import { formatPrice } from '../ui/money.ts';
import { formatMonth } from '../ui/month.ts';

/** A page's metadata for search engines and link previews. */
export type Head = {
  description: string;
  canonical: string | null;
  robots: 'noindex' | 'noindex, follow' | null;
  type: 'website' | 'product';
  image: { address: string; alt: string } | null;
  /** What previews elsewhere say instead of the page's title, and about the price. */
  offer?: { title: string; price: number; isAvailable: boolean };
  /** Structured data in schema.org's vocabulary. */
  facts: object[];
};

type Subject = {
  /** The page's id in routes.tsx; undefined for the 404 page. */
  id: string | undefined;
  params: Params;
  address: Pick<URL, 'search'>;
  /** The shop's public address without a trailing slash. */
  origin: string;
  config: PublicConfig;
  queries: QueryClient;
};

/** Version 0.7.0 of the UN Transparency Protocol's vocabulary. */
const DPP = 'https://test.uncefact.org/vocabulary/untp/dpp/0.7.0/';
const SCHEMA = 'https://schema.org';
const PARTS = ['sort', 'cursor', ...FILTER_NAMES];
/** The length of a description that search results show. */
const DESCRIPTION_LENGTH = 160;

type Listed = { pages: { items: Listing[] }[] };

/** Returns the metadata of the page at an address. */
export const describePage = (subject: Subject): Head => describeFor(subject, subject.origin);

function describeFor(subject: Subject, origin: string): Head {
  switch (subject.id) {
    case 'home':
      return headOfHome(subject, origin);
    case 'phones':
      return headOfPhones(subject, origin);
    case 'category':
      return headOfCategory(subject, origin);
    case 'listing':
    case 'new-arrival':
      return headOfListing(subject, origin);
    case 'seller':
      return headOfSeller(subject, origin);
    case 'passport':
      return headOfPassport(subject, origin);
    case 'prices':
      return { ...plain(subject), description: 'What used phones sell for, by model, storage and condition, and how fast.', canonical: `${origin}/prices` };
    case 'model-prices':
      return headOfPrices(subject, origin);
    case 'faq':
      return { ...plain(subject), canonical: `${origin}/blogs` };
    case 'help':
      return { ...plain(subject), description: `Help for buyers and sellers at ${subject.config.shopName}: ${listHelp()}.`, canonical: `${origin}/help` };
    case 'help-topic':
      return headOfHelp(subject, origin);
    case 'search':
      return hidden(subject, 'noindex, follow');
    default:
      return hidden(subject, 'noindex');
  }
}

function headOfHome(subject: Subject, origin: string): Head {
  return {
    ...plain(subject),
    canonical: `${origin}/`,
    facts: [
      {
        '@context': SCHEMA,
        '@type': 'WebSite',
        name: subject.config.shopName,
        url: `${origin}/`,
        potentialAction: {
          '@type': 'SearchAction',
          target: { '@type': 'EntryPoint', urlTemplate: `${origin}/search?search={words}` },
          'query-input': 'required name=words',
        },
      },
    ],
  };
}

function plain({ config }: Subject): Head {
  return {
    description: `Buy and sell used phones near you at ${config.shopName}: honest descriptions, fair prices and secure card payments.`,
    canonical: null,
    robots: null,
    type: 'website',
    image: { address: '/card.jpg', alt: config.shopName },
    facts: [],
  };
}

const listHelp = (): string => HELP_TOPICS.map(({ title }) => title.toLowerCase()).join(', ');

function headOfHelp(subject: Subject, origin: string): Head {
  const topic = findHelpTopic(subject.params.topic ?? '');
  if (!topic) return hidden(subject, 'noindex');
  const path = helpPath(topic.slug);
  return {
    ...plain(subject),
    description: topic.description,
    canonical: `${origin}${path}`,
    facts: [
      crumbs(origin, [
        { name: 'Help', path: '/help' },
        { name: topic.title, path },
      ]),
    ],
  };
}

function headOfCategory(subject: Subject, origin: string): Head {
  const { queries, params, address, config } = subject;
  const typed = params.name ?? '';
  const brand = queries.getQueryData<Category[]>(['brands'])?.find(({ name }) => name.toLowerCase() === typed.trim().toLowerCase());
  if (!brand) return hidden(subject, 'noindex');
  const listings = queries.getQueriesData<Listed>({ queryKey: ['listings', 'brand'] }).flatMap(([, data]) => data?.pages.flatMap(({ items }) => items) ?? []);
  const [[, facets] = []] = queries.getQueriesData<Facets>({ queryKey: ['listings', 'facets'] });
  const cheapest = facets?.price?.min;
  const from = cheapest === undefined ? '' : ` from ${formatPrice(cheapest)}`;
  const head: Head = {
    ...plain(subject),
    description: `Used ${brand.name} phones${from} at ${config.shopName}. Compare condition, storage and price from sellers near you.`,
  };
  if (isPart(address)) return { ...head, robots: 'noindex, follow' };
  return {
    ...head,
    canonical: `${origin}${pathOfBrand(brand.name)}`,
    facts: [
      crumbs(origin, [
        { name: 'Home', path: '/' },
        { name: brand.name, path: pathOfBrand(brand.name) },
      ]),
      {
        '@context': SCHEMA,
        '@type': 'ItemList',
        itemListElement: listings.map(({ _id }, index) => ({ '@type': 'ListItem', position: index + 1, url: `${origin}${pathOfListing(_id)}` })),
      },
    ],
  };
}

function headOfPhones(subject: Subject, origin: string): Head {
  const head = { ...plain(subject), description: `All used phones at ${subject.config.shopName}. Compare condition, storage and price from sellers near you.` };
  return isPart(subject.address) ? { ...head, robots: 'noindex, follow' } : { ...head, canonical: `${origin}/phones` };
}

/** Whether the page is filtered, sorted or a later one: parts of the same list, all of which one address represents. */
const isPart = ({ search }: Subject['address']): boolean => PARTS.some((name) => new URLSearchParams(search).has(name));

const hidden = (subject: Subject, robots: Head['robots']): Head => ({ ...plain(subject), robots });

const pathOfBrand = (name: string): string => `/category/${encodeURIComponent(name)}`;

function crumbs(origin: string, steps: { name: string; path: string }[]): object {
  return {
    '@context': SCHEMA,
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({ '@type': 'ListItem', position: index + 1, name, item: `${origin}${path}` })),
  };
}

const pathOfListing = (id: string): string => `/selected-items-details/${encodeURIComponent(id)}`;

function headOfListing(subject: Subject, origin: string): Head {
  const [[, listing] = []] = subject.queries.getQueriesData<ListingDetail>({ queryKey: ['listing'] });
  if (!listing) return hidden(subject, 'noindex');
  const place = subject.config.images;
  const { model_name, condition, storage, color, location, resale_price, status, paused } = listing;
  const isAvailable = status === 'available' && !paused;
  return {
    description: shorten(
      `${model_name}, ${condition}, ${storage}, ${color}: ${status === 'sold' ? 'sold' : formatPrice(resale_price)} in ${location}. ${listing.description}`,
    ),
    canonical: `${origin}${pathOfListing(listing._id)}`,
    robots: null,
    type: 'product',
    image: { address: previewOf(listing.image, place), alt: model_name },
    offer: { title: `${model_name} · ${isAvailable ? formatPrice(resale_price) : status === 'sold' ? 'Sold' : 'Paused'}`, price: resale_price, isAvailable },
    facts: [
      productOf(listing, origin, photosOf(listing, place)),
      crumbs(origin, [
        { name: 'Home', path: '/' },
        { name: listing.name, path: pathOfBrand(listing.name) },
        { name: model_name, path: pathOfListing(listing._id) },
      ]),
    ],
  };
}

function headOfPrices(subject: Subject, origin: string): Head {
  const prices = subject.queries.getQueryData<ModelPrices>(['model-prices', subject.params.id ?? '']);
  if (!prices) return hidden(subject, 'noindex');
  // A page that says nothing yet isn't worth finding.
  if (prices.bands.length === 0 && prices.estimate === null) return hidden(subject, 'noindex, follow');
  const name = fullNameOf(prices);
  const path = pathOfPrices(prices._id);
  const { estimate, onSale } = prices;
  const [low, high] = [Math.min(...prices.bands.map((band) => band.low)), Math.max(...prices.bands.map((band) => band.high))];
  const paid =
    prices.bands.length > 0
      ? `sold for ${formatPrice(low)} to ${formatPrice(high)}`
      : estimate && `estimated at ${formatPrice(estimate.low)} to ${formatPrice(estimate.high)}`;
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

const pathOfSeller = (id: string): string => `/seller/${encodeURIComponent(id)}`;

function headOfSeller(subject: Subject, origin: string): Head {
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
function headOfPassport(subject: Subject, origin: string): Head {
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

function shorten(text: string): string {
  const plain = text.replace(/\s+/gu, ' ').trim();
  const characters = [...plain];
  return characters.length <= DESCRIPTION_LENGTH ? plain : `${characters.slice(0, DESCRIPTION_LENGTH - 1).join('')}…`;
}

/** Returns a preview of 1200 × 630 pixels made from a picture in the shop's sizes; a picture stored elsewhere is its own preview. */
function previewOf(image: string, place: PicturePlace): string {
  const id = imageIdOf(image, place);
  if (id !== null) return `/images/${id}/card.jpg`;
  return isOwnImage(image, place) ? image : '/card.jpg';
}

function productOf(listing: ListingDetail, origin: string, photos: string[]): object {
  return {
    '@context': SCHEMA,
    '@type': 'Product',
    name: listing.model_name,
    description: shorten(listing.description),
    sku: listing._id,
    brand: { '@type': 'Brand', name: listing.brand },
    color: listing.color,
    ...(photos.length > 0 && { image: photos.map((address) => absolute(address, origin)) }),
    itemCondition: conditionOf(listing.condition),
    offers: {
      '@type': 'Offer',
      url: `${origin}${pathOfListing(listing._id)}`,
      price: listing.resale_price.toFixed(2),
      priceCurrency: 'USD',
      itemCondition: conditionOf(listing.condition),
      availability: `${SCHEMA}/${listing.status === 'sold' ? 'SoldOut' : 'InStock'}`,
      seller: { '@type': 'Person', name: listing.seller_name, ...(listing.sellerId !== null && { url: `${origin}${pathOfSeller(listing.sellerId)}` }) },
    },
  };
}

/** Returns a picture's full address: some are on the shop itself, some elsewhere. */
export const absolute = (address: string, origin: string): string => (address.startsWith('/') ? `${origin}${address}` : address);

function conditionOf(text: string): string {
  if (/refurb|renewed/iu.test(text)) return `${SCHEMA}/RefurbishedCondition`;
  return /^\s*(brand[ -]?)?new\b/iu.test(text) ? `${SCHEMA}/NewCondition` : `${SCHEMA}/UsedCondition`;
}

/** Returns every photo that the shop stores, each followed by its preview. */
function photosOf({ image, photos }: ListingDetail, place: PicturePlace): string[] {
  const own = [image, ...photos].filter((address) => isOwnImage(address, place));
  return [...new Set(own.flatMap((address) => [address, previewOf(address, place)]))];
}
