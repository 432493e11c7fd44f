import { FILTER_NAMES } from './features/listings/browsing/filter-names.ts';
import type { PageModule } from './rendering/page.ts';
import type { Access } from './session/guard.tsx';

export type SitePage = {
  /** The file in `pages/`; also the route's id, by which the server finds the files to preload. */
  id: string;
  path: string;
  /** The title of a page whose `load` returns none. */
  title: string;
  access: Access;
  /** `server`: complete without JavaScript. `browser`: the same shell for everybody, rendered where the user is known. */
  rendered: 'server' | 'browser';
  /** A browser-rendered page whose `load` also runs on the server, so that an address that leads nowhere is a 404. */
  checked?: true;
  /** The query parameters that a server-rendered page reads; others are ignored. */
  reads?: readonly string[];
  page: () => Promise<PageModule>;
};

const LIST = ['sort', 'cursor', ...FILTER_NAMES];

/** The public pages, and the forms. */
export const sitePages: SitePage[] = [
  { id: 'home', path: '/', title: 'Home', access: 'public', rendered: 'server', reads: ['cursor'], page: () => import('./pages/home.tsx') },
  { id: 'category', path: '/category/:name', title: 'Category', access: 'public', rendered: 'server', reads: LIST, page: () => import('./pages/category.tsx') },
  { id: 'phones', path: '/phones', title: 'All phones', access: 'public', rendered: 'server', reads: LIST, page: () => import('./pages/phones.tsx') },
  {
    id: 'search',
    path: '/search',
    title: 'Search',
    access: 'public',
    rendered: 'server',
    reads: ['search', ...LIST],
    page: () => import('./pages/search.tsx'),
  },
  { id: 'listing', path: '/selected-items-details/:id', title: 'Phone', access: 'public', rendered: 'server', page: () => import('./pages/listing.tsx') },
  {
    id: 'new-arrival',
    path: '/selected-newArrival-items/:id',
    title: 'New arrival',
    access: 'public',
    rendered: 'server',
    page: () => import('./pages/new-arrival.tsx'),
  },
  {
    id: 'seller',
    path: '/seller/:id',
    title: 'Seller',
    access: 'public',
    rendered: 'server',
    reads: ['cursor'],
    page: () => import('./pages/seller.tsx'),
  },
  {
    id: 'compare',
    path: '/compare',
    title: 'Compare',
    access: 'public',
    rendered: 'server',
    reads: ['ids', 'only'],
    page: () => import('./pages/compare.tsx'),
  },
  { id: 'passport', path: '/passports/:id', title: 'Device passport', access: 'public', rendered: 'server', page: () => import('./pages/passport.tsx') },
  { id: 'wanted', path: '/wanted', title: 'Wanted phones', access: 'public', rendered: 'server', reads: ['cursor'], page: () => import('./pages/wanted.tsx') },
  { id: 'prices', path: '/prices', title: 'What used phones are worth', access: 'public', rendered: 'server', page: () => import('./pages/prices.tsx') },
  { id: 'model-prices', path: '/prices/:id', title: 'Prices', access: 'public', rendered: 'server', page: () => import('./pages/model-prices.tsx') },
  { id: 'saved', path: '/saved', title: 'Saved phones', access: 'public', rendered: 'browser', page: () => import('./pages/saved.tsx') },
  { id: 'faq', path: '/blogs', title: 'FAQ', access: 'public', rendered: 'server', page: () => import('./pages/faq.tsx') },
  { id: 'help', path: '/help', title: 'Help', access: 'public', rendered: 'server', page: () => import('./pages/help.tsx') },
  { id: 'help-topic', path: '/help/:topic', title: 'Help', access: 'public', rendered: 'server', page: () => import('./pages/help-topic.tsx') },
  { id: 'login', path: '/login', title: 'Login', access: 'public', rendered: 'browser', page: () => import('./pages/login.tsx') },
  { id: 'signup', path: '/signup', title: 'Sign Up', access: 'public', rendered: 'browser', page: () => import('./pages/signup.tsx') },
  {
    id: 'reset-password',
    path: '/reset-password',
    title: 'Reset Password',
    access: 'public',
    rendered: 'browser',
    page: () => import('./pages/reset-password.tsx'),
  },
  {
    id: 'email-verified',
    path: '/email-verified',
    title: 'Verify Email',
    access: 'public',
    rendered: 'browser',
    page: () => import('./pages/email-verified.tsx'),
  },
  { id: 'mailbox', path: '/mailbox', title: 'Mailbox', access: 'public', rendered: 'browser', page: () => import('./pages/mailbox.tsx') },
  {
    id: 'booking',
    path: '/booking-page/:id',
    title: 'Booking',
    access: 'signed-in',
    rendered: 'browser',
    checked: true,
    page: () => import('./pages/booking.tsx'),
  },
];

/** Every UI component in every state; only in development. */
if (import.meta.env?.DEV) {
  sitePages.push({ id: 'dev-ui', path: '/dev/ui', title: 'Interface', access: 'public', rendered: 'browser', page: () => import('./pages/dev-ui.tsx') });
}
