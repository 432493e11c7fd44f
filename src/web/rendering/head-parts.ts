import type { QueryClient } from '@tanstack/react-query';
import type { PublicConfig } from '#contract/config.ts';
import { FILTER_NAMES } from '../features/listings/browsing/filter-names.ts';
import type { Params } from '../router/index.ts';

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

/** The page to describe. */
export type Subject = {
  /** The page's id in routes.tsx; undefined for the 404 page. */
  id: string | undefined;
  params: Params;
  address: Pick<URL, 'search'>;
  /** The shop's public address without a trailing slash. */
  origin: string;
  config: PublicConfig;
  queries: QueryClient;
};

export const SCHEMA = 'https://schema.org';
const PARTS = ['sort', 'cursor', ...FILTER_NAMES];
/** The length of a description that search results show. */
const DESCRIPTION_LENGTH = 160;

/** What every page says. */
export function plain({ config }: Subject): Head {
  return {
    description: `Buy and sell used phones near you at ${config.shopName}: honest descriptions, fair prices and secure card payments.`,
    canonical: null,
    robots: null,
    type: 'website',
    image: { address: '/card.jpg', alt: config.shopName },
    facts: [],
  };
}

/** A page that search engines leave out. */
export const hidden = (subject: Subject, robots: Head['robots']): Head => ({ ...plain(subject), robots });

/** Whether the page is filtered, sorted or a later one: parts of the same list, all of which one address represents. */
export const isPart = ({ search }: Subject['address']): boolean => PARTS.some((name) => new URLSearchParams(search).has(name));

/** The way to a page, from the page above all others. */
export function crumbs(origin: string, steps: { name: string; path: string }[]): object {
  return {
    '@context': SCHEMA,
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({ '@type': 'ListItem', position: index + 1, name, item: `${origin}${path}` })),
  };
}

/** A text as search results show it. */
export function shorten(text: string): string {
  const plain = text.replace(/\s+/gu, ' ').trim();
  const characters = [...plain];
  return characters.length <= DESCRIPTION_LENGTH ? plain : `${characters.slice(0, DESCRIPTION_LENGTH - 1).join('')}…`;
}

/** Returns a picture's full address: some are on the shop itself, some elsewhere. */
export const absolute = (address: string, origin: string): string => (address.startsWith('/') ? `${origin}${address}` : address);

export const pathOfBrand = (name: string): string => `/category/${encodeURIComponent(name)}`;

export const pathOfListing = (id: string): string => `/selected-items-details/${encodeURIComponent(id)}`;

export const pathOfSeller = (id: string): string => `/seller/${encodeURIComponent(id)}`;
