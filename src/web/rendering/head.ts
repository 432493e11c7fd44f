import type { Category } from '#contract/catalog.ts';
import { findHelpTopic, HELP_TOPICS, helpPath } from '#contract/help.ts';
import type { Listing } from '#contract/listings.ts';
import type { Facets } from '#contract/search.ts';
import { formatPrice } from '../ui/money.ts';
import { crumbs, type Head, hidden, isPart, pathOfBrand, pathOfListing, plain, SCHEMA, type Subject } from './head-parts.ts';
import { headOfListing } from './listing-head.ts';
import { headOfPassport, headOfPrices, headOfSeller } from './record-heads.ts';

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
