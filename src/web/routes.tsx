import { FILTER_NAMES } from './features/listings/browsing/filters.ts';
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

/** The frame of everything below /dashboard: side menu and an outlet. */
export const dashboardFrame: SitePage = {
  id: 'dashboard',
  path: '/dashboard',
  title: 'Dashboard',
  access: 'signed-in',
  rendered: 'browser',
  page: () => import('./pages/dashboard.tsx'),
};

export const dashboardPages: SitePage[] = [
  {
    id: 'dashboard-welcome',
    path: '/dashboard',
    title: 'Dashboard',
    access: 'signed-in',
    rendered: 'browser',
    page: () => import('./pages/dashboard-welcome.tsx'),
  },
  { id: 'updates', path: '/dashboard/updates', title: 'Updates', access: 'signed-in', rendered: 'browser', page: () => import('./pages/updates.tsx') },
  {
    id: 'searches',
    path: '/dashboard/searches',
    title: 'Saved searches',
    access: 'signed-in',
    rendered: 'browser',
    page: () => import('./pages/searches.tsx'),
  },
  {
    id: 'notification-settings',
    path: '/dashboard/notificationSettings',
    title: 'Notification settings',
    access: 'signed-in',
    rendered: 'browser',
    page: () => import('./pages/notification-settings.tsx'),
  },
  { id: 'messages', path: '/dashboard/messages', title: 'Messages', access: 'signed-in', rendered: 'browser', page: () => import('./pages/messages.tsx') },
  {
    id: 'conversation',
    path: '/dashboard/messages/:id',
    title: 'Conversation',
    access: 'signed-in',
    rendered: 'browser',
    page: () => import('./pages/conversation.tsx'),
  },
  { id: 'my-orders', path: '/dashboard/myOrders', title: 'My Orders', access: 'buyer', rendered: 'browser', page: () => import('./pages/my-orders.tsx') },
  {
    id: 'add-product',
    path: '/dashboard/addAProducts',
    title: 'Add A Product',
    access: 'seller',
    rendered: 'browser',
    page: () => import('./pages/add-product.tsx'),
  },
  {
    id: 'my-products',
    path: '/dashboard/myProducts',
    title: 'My Products',
    access: 'seller',
    rendered: 'browser',
    page: () => import('./pages/my-products.tsx'),
  },
  {
    id: 'edit-listing',
    path: '/dashboard/edit/:id',
    title: 'Edit Listing',
    access: 'seller',
    rendered: 'browser',
    page: () => import('./pages/edit-listing.tsx'),
  },
  { id: 'interest', path: '/dashboard/interest/:id', title: 'Interest', access: 'seller', rendered: 'browser', page: () => import('./pages/interest.tsx') },
  {
    id: 'import-products',
    path: '/dashboard/importProducts',
    title: 'Import And Export',
    access: 'seller',
    rendered: 'browser',
    page: () => import('./pages/import-products.tsx'),
  },
  {
    id: 'statements',
    path: '/dashboard/statements',
    title: 'Statements',
    access: 'seller',
    rendered: 'browser',
    page: () => import('./pages/statements.tsx'),
  },
  { id: 'my-sales', path: '/dashboard/mySales', title: 'My Sales', access: 'seller', rendered: 'browser', page: () => import('./pages/my-sales.tsx') },
  {
    id: 'all-sellers',
    path: '/dashboard/allSellers',
    title: 'All Sellers',
    access: 'admin',
    rendered: 'browser',
    page: () => import('./pages/all-sellers.tsx'),
  },
  { id: 'all-buyers', path: '/dashboard/allBuyers', title: 'All Buyers', access: 'admin', rendered: 'browser', page: () => import('./pages/all-buyers.tsx') },
  {
    id: 'reported-items',
    path: '/dashboard/reportedItems',
    title: 'Reported Items',
    access: 'admin',
    rendered: 'browser',
    page: () => import('./pages/reported-items.tsx'),
  },
  {
    id: 'reported-reviews',
    path: '/dashboard/reportedReviews',
    title: 'Reported Reviews',
    access: 'admin',
    rendered: 'browser',
    page: () => import('./pages/reported-reviews.tsx'),
  },
  {
    id: 'reported-conversations',
    path: '/dashboard/reportedConversations',
    title: 'Reported Messages',
    access: 'admin',
    rendered: 'browser',
    page: () => import('./pages/reported-conversations.tsx'),
  },
  {
    id: 'review-queue',
    path: '/dashboard/reviewQueue',
    title: 'Review Queue',
    access: 'admin',
    rendered: 'browser',
    page: () => import('./pages/review-queue.tsx'),
  },
  {
    id: 'decisions',
    path: '/dashboard/decisions',
    title: 'Decisions',
    access: 'signed-in',
    rendered: 'browser',
    page: () => import('./pages/decisions.tsx'),
  },
  {
    id: 'removed-items',
    path: '/dashboard/removedItems',
    title: 'Removed Items',
    access: 'admin',
    rendered: 'browser',
    page: () => import('./pages/removed-items.tsx'),
  },
  {
    id: 'lost-phones',
    path: '/dashboard/lostPhones',
    title: 'Lost Phones',
    access: 'admin',
    rendered: 'browser',
    page: () => import('./pages/lost-phones.tsx'),
  },
  { id: 'operations', path: '/dashboard/operations', title: 'Operations', access: 'admin', rendered: 'browser', page: () => import('./pages/operations.tsx') },
  {
    id: 'shop-settings',
    path: '/dashboard/shopSettings',
    title: 'Shop Settings',
    access: 'admin',
    rendered: 'browser',
    page: () => import('./pages/shop-settings.tsx'),
  },
  {
    id: 'lost-phone',
    path: '/dashboard/lostPhone',
    title: 'Lost Phone',
    access: 'signed-in',
    rendered: 'browser',
    page: () => import('./pages/lost-phone.tsx'),
  },
  { id: 'my-data', path: '/dashboard/myData', title: 'My Data', access: 'signed-in', rendered: 'browser', page: () => import('./pages/my-data.tsx') },
  { id: 'security', path: '/dashboard/security', title: 'Security', access: 'signed-in', rendered: 'browser', page: () => import('./pages/security.tsx') },
  { id: 'audit-log', path: '/dashboard/auditLog', title: 'Audit Log', access: 'admin', rendered: 'browser', page: () => import('./pages/audit-log.tsx') },
  { id: 'problems', path: '/dashboard/problems', title: 'Problems', access: 'admin', rendered: 'browser', page: () => import('./pages/problems.tsx') },
  { id: 'problem', path: '/dashboard/problems/:id', title: 'Problem', access: 'admin', rendered: 'browser', page: () => import('./pages/problem.tsx') },
  { id: 'find', path: '/dashboard/find', title: 'Find', access: 'admin', rendered: 'browser', page: () => import('./pages/find.tsx') },
  { id: 'person', path: '/dashboard/people/:id', title: 'Person', access: 'admin', rendered: 'browser', page: () => import('./pages/person.tsx') },
  {
    id: 'admin-order',
    path: '/dashboard/adminOrders/:id',
    title: 'Order',
    access: 'admin',
    rendered: 'browser',
    page: () => import('./pages/admin-order.tsx'),
  },
  { id: 'payments', path: '/dashboard/payments', title: 'Payments', access: 'admin', rendered: 'browser', page: () => import('./pages/payments.tsx') },
  { id: 'disputes', path: '/dashboard/disputes', title: 'Disputes', access: 'admin', rendered: 'browser', page: () => import('./pages/disputes.tsx') },
  { id: 'order', path: '/dashboard/orders/:id', title: 'Order', access: 'signed-in', rendered: 'browser', page: () => import('./pages/order.tsx') },
  { id: 'receipt', path: '/dashboard/receipt/:id', title: 'Receipt', access: 'signed-in', rendered: 'browser', page: () => import('./pages/receipt.tsx') },
  { id: 'payment', path: '/dashboard/payment/:id', title: 'Payment', access: 'signed-in', rendered: 'browser', page: () => import('./pages/payment.tsx') },
];
