import type { ListingDetail } from '#contract/listings.ts';
import { imageIdOf, isOwnImage, type PicturePlace } from '#contract/shared/image-sizes.ts';
import { formatPrice } from '../ui/money.ts';
import { absolute, crumbs, type Head, hidden, pathOfBrand, pathOfListing, pathOfSeller, SCHEMA, type Subject, shorten } from './head-parts.ts';

export function headOfListing(subject: Subject, origin: string): Head {
  const [[, listing] = []] = subject.queries.getQueriesData<ListingDetail>({ queryKey: ['listing'] });
  if (!listing) return hidden(subject, 'noindex');
  const place = subject.config.images;
  const { model_name, condition, storage, color, location, resale_price, status, paused } = listing;
  const isAvailable = status === 'available' && !paused;
  const availability = isAvailable ? 'InStock' : status === 'sold' ? 'SoldOut' : 'OutOfStock';
  return {
    description: shorten(
      `${model_name}, ${condition}, ${storage}, ${color}: ${status === 'sold' ? 'sold' : formatPrice(resale_price)}${location && ` in ${location}`}. ${listing.description}`,
    ),
    canonical: `${origin}${pathOfListing(listing._id)}`,
    robots: null,
    type: 'product',
    image: { address: previewOf(listing.image, place), alt: model_name },
    offer: { title: `${model_name} · ${isAvailable ? formatPrice(resale_price) : status === 'sold' ? 'Sold' : 'Paused'}`, price: resale_price, isAvailable },
    facts: [
      productOf(listing, origin, { photos: photosOf(listing, place), availability }),
      crumbs(origin, [
        { name: 'Home', path: '/' },
        { name: listing.name, path: pathOfBrand(listing.name) },
        { name: model_name, path: pathOfListing(listing._id) },
      ]),
    ],
  };
}

/** Returns a preview of 1200 × 630 pixels made from a picture in the shop's sizes; a picture stored elsewhere is its own preview. */
function previewOf(image: string, place: PicturePlace): string {
  const id = imageIdOf(image, place);
  if (id !== null) return `/images/${id}/card.jpg`;
  return isOwnImage(image, place) ? image : '/card.jpg';
}

function productOf(listing: ListingDetail, origin: string, { photos, availability }: { photos: string[]; availability: string }): object {
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
      availability: `${SCHEMA}/${availability}`,
      seller: { '@type': 'Person', name: listing.seller_name, ...(listing.sellerId !== null && { url: `${origin}${pathOfSeller(listing.sellerId)}` }) },
    },
  };
}

function conditionOf(text: string): string {
  if (/refurb|renewed/iu.test(text)) return `${SCHEMA}/RefurbishedCondition`;
  return /^\s*(brand[ -]?)?new\b/iu.test(text) ? `${SCHEMA}/NewCondition` : `${SCHEMA}/UsedCondition`;
}

/** Returns every photo that the shop stores, each followed by its preview. */
function photosOf({ image, photos }: ListingDetail, place: PicturePlace): string[] {
  const own = [image, ...photos].filter((address) => isOwnImage(address, place));
  return [...new Set(own.flatMap((address) => [address, previewOf(address, place)]))];
}
