import type { BrowserContext } from 'playwright-core';
import { HELP_TOPICS, helpPath } from '#contract/help.ts';

/** The visitors to each page of the demo shop. */
export type Role = 'visitor' | 'buyer' | 'seller' | 'admin';
export type SitePage = { name: string; role: Role; path: string };

export const ROLES: Role[] = ['visitor', 'buyer', 'seller', 'admin'];

/** The buyer's own pages: the payment page of an unpaid order, and the receipt of a paid one. */
export type BuyersPages = { payment: string; receipt: string };

/** Returns the id of a listing on sale. */
export async function findListing(url: string): Promise<string> {
  return (await findOffer(url)).listing;
}

/** The name of the seller with a ready login. */
const DEMO_SELLER = 'Maya Lindqvist';

/** A listing on sale, and its seller; `own` is one of the demo seller’s. */
export type Offer = { listing: string; seller: string; own: string };

export async function findOffer(url: string): Promise<Offer> {
  const read = async (query: string) =>
    (await (await fetch(`${url}/api/products?${query}`)).json()) as { _id: string; sellerId: string; seller_name: string }[];
  const [[found], all] = await Promise.all([read('name=Apple'), read('limit=100')]);
  const own = all.find(({ seller_name }) => seller_name === DEMO_SELLER);
  return { listing: found?._id ?? '', seller: found?.sellerId ?? '', own: own?._id ?? '' };
}

/** Their addresses are only known once the buyer is logged in. */
export async function findBuyersPages(context: BrowserContext): Promise<BuyersPages> {
  const page = await context.newPage();
  await page.goto('/dashboard/myOrders');
  const addressOf = async (name: RegExp): Promise<string> => {
    const href = await page.getByRole('link', { name }).first().getAttribute('href');
    if (href === null) throw new Error(`the demo shop’s buyer has no link ${name}`);
    return href;
  };
  const found = { payment: await addressOf(/^Pay/u), receipt: await addressOf(/^Receipt/u) };
  await page.close();
  return found;
}

export function everyPage({ listing, seller, own }: Offer, { payment, receipt }: BuyersPages): SitePage[] {
  return [
    { name: 'home', role: 'visitor', path: '/' },
    { name: 'category', role: 'visitor', path: '/category/Apple' },
    { name: 'all-phones', role: 'visitor', path: '/phones' },
    { name: 'wanted', role: 'visitor', path: '/wanted' },
    { name: 'search', role: 'visitor', path: '/search?search=pixel' },
    { name: 'search-nothing', role: 'visitor', path: '/search?search=zzzzzz' },
    { name: 'listing', role: 'visitor', path: `/selected-items-details/${listing}` },
    { name: 'seller', role: 'visitor', path: `/seller/${seller}` },
    { name: 'compare', role: 'visitor', path: `/compare?ids=${listing}` },
    { name: 'prices', role: 'visitor', path: '/prices' },
    { name: 'model-prices', role: 'visitor', path: '/prices/apple-iphone-13' },
    { name: 'saved', role: 'visitor', path: '/saved' },
    { name: 'faq', role: 'visitor', path: '/blogs' },
    { name: 'help', role: 'visitor', path: '/help' },
    ...HELP_TOPICS.map(({ slug }): SitePage => ({ name: `help-${slug}`, role: 'visitor', path: helpPath(slug) })),
    { name: 'login', role: 'visitor', path: '/login' },
    { name: 'signup', role: 'visitor', path: '/signup' },
    { name: 'email-verified', role: 'visitor', path: '/email-verified?verified=1' },
    { name: 'email-not-verified', role: 'visitor', path: '/email-verified?error=TOKEN_EXPIRED' },
    { name: 'mailbox', role: 'visitor', path: '/mailbox' },
    { name: 'phone-test', role: 'visitor', path: `/phone-test#${'a'.repeat(43)}` },
    { name: 'phone-test-verify', role: 'visitor', path: '/phone-test/verify' },
    { name: '404', role: 'visitor', path: '/nowhere' },
    { name: 'listing-signed-in', role: 'buyer', path: `/selected-items-details/${listing}` },
    { name: 'booking', role: 'buyer', path: `/booking-page/${listing}` },
    { name: 'welcome-buyer', role: 'buyer', path: '/dashboard' },
    { name: 'messages', role: 'buyer', path: '/dashboard/messages' },
    { name: 'updates', role: 'buyer', path: '/dashboard/updates' },
    { name: 'searches', role: 'buyer', path: '/dashboard/searches' },
    { name: 'notification-settings', role: 'buyer', path: '/dashboard/notificationSettings' },
    { name: 'lost-phone', role: 'buyer', path: '/dashboard/lostPhone' },
    { name: 'security', role: 'buyer', path: '/dashboard/security' },
    { name: 'decisions', role: 'buyer', path: '/dashboard/decisions' },
    { name: 'my-orders', role: 'buyer', path: '/dashboard/myOrders' },
    { name: 'my-data', role: 'buyer', path: '/dashboard/myData' },
    { name: 'payment', role: 'buyer', path: payment },
    { name: 'receipt', role: 'buyer', path: receipt },
    { name: 'welcome-seller', role: 'seller', path: '/dashboard' },
    { name: 'add-product', role: 'seller', path: '/dashboard/addAProducts' },
    { name: 'my-products', role: 'seller', path: '/dashboard/myProducts' },
    { name: 'my-purchases', role: 'seller', path: '/dashboard/myPurchases' },
    { name: 'interest', role: 'seller', path: `/dashboard/interest/${own}` },
    { name: 'import-products', role: 'seller', path: '/dashboard/importProducts' },
    { name: 'my-sales', role: 'seller', path: '/dashboard/mySales' },
    { name: 'statements', role: 'seller', path: '/dashboard/statements' },
    { name: 'find', role: 'admin', path: '/dashboard/find' },
    { name: 'found', role: 'admin', path: '/dashboard/find?search=4242' },
    { name: 'person', role: 'admin', path: `/dashboard/people/${seller}` },
    // A receipt's address ends with its order.
    { name: 'admin-order', role: 'admin', path: `/dashboard/adminOrders/${receipt.split('/').at(-1)}` },
    { name: 'payments', role: 'admin', path: '/dashboard/payments' },
    { name: 'all-sellers', role: 'admin', path: '/dashboard/allSellers' },
    { name: 'all-buyers', role: 'admin', path: '/dashboard/allBuyers' },
    { name: 'reported-items', role: 'admin', path: '/dashboard/reportedItems' },
    { name: 'reported-reviews', role: 'admin', path: '/dashboard/reportedReviews' },
    { name: 'reported-conversations', role: 'admin', path: '/dashboard/reportedConversations' },
    { name: 'review-queue', role: 'admin', path: '/dashboard/reviewQueue' },
    { name: 'removed-items', role: 'admin', path: '/dashboard/removedItems' },
    { name: 'lost-phones', role: 'admin', path: '/dashboard/lostPhones' },
    { name: 'operations', role: 'admin', path: '/dashboard/operations' },
    { name: 'audit-log', role: 'admin', path: '/dashboard/auditLog' },
  ];
}
