import type { SitePage } from './routes.tsx';

type DashboardPage = Omit<SitePage, 'rendered'>;

/** The frame of everything below /dashboard: side menu and an outlet. */
export const dashboardFrame = inBrowser({
  id: 'dashboard',
  path: '/dashboard',
  title: 'Dashboard',
  access: 'signed-in',
  page: () => import('./pages/dashboard.tsx'),
});

const PAGES: DashboardPage[] = [
  { id: 'dashboard-welcome', path: '/dashboard', title: 'Dashboard', access: 'signed-in', page: () => import('./pages/dashboard-welcome.tsx') },
  { id: 'updates', path: '/dashboard/updates', title: 'Updates', access: 'signed-in', page: () => import('./pages/updates.tsx') },
  { id: 'searches', path: '/dashboard/searches', title: 'Saved searches', access: 'signed-in', page: () => import('./pages/searches.tsx') },
  {
    id: 'notification-settings',
    path: '/dashboard/notificationSettings',
    title: 'Notification settings',
    access: 'signed-in',
    page: () => import('./pages/notification-settings.tsx'),
  },
  { id: 'messages', path: '/dashboard/messages', title: 'Messages', access: 'signed-in', page: () => import('./pages/messages.tsx') },
  { id: 'conversation', path: '/dashboard/messages/:id', title: 'Conversation', access: 'signed-in', page: () => import('./pages/conversation.tsx') },
  { id: 'my-orders', path: '/dashboard/myOrders', title: 'My Orders', access: 'buyer', page: () => import('./pages/my-orders.tsx') },
  { id: 'my-purchases', path: '/dashboard/myPurchases', title: 'My Purchases', access: 'seller', page: () => import('./pages/my-purchases.tsx') },
  { id: 'add-product', path: '/dashboard/addAProducts', title: 'Add A Product', access: 'seller', page: () => import('./pages/add-product.tsx') },
  { id: 'my-products', path: '/dashboard/myProducts', title: 'My Products', access: 'seller', page: () => import('./pages/my-products.tsx') },
  { id: 'edit-listing', path: '/dashboard/edit/:id', title: 'Edit Listing', access: 'seller', page: () => import('./pages/edit-listing.tsx') },
  { id: 'interest', path: '/dashboard/interest/:id', title: 'Interest', access: 'seller', page: () => import('./pages/interest.tsx') },
  { id: 'import-products', path: '/dashboard/importProducts', title: 'Import And Export', access: 'seller', page: () => import('./pages/import-products.tsx') },
  { id: 'statements', path: '/dashboard/statements', title: 'Statements', access: 'seller', page: () => import('./pages/statements.tsx') },
  { id: 'my-sales', path: '/dashboard/mySales', title: 'My Sales', access: 'seller', page: () => import('./pages/my-sales.tsx') },
  { id: 'all-sellers', path: '/dashboard/allSellers', title: 'All Sellers', access: 'admin', page: () => import('./pages/all-sellers.tsx') },
  { id: 'all-buyers', path: '/dashboard/allBuyers', title: 'All Buyers', access: 'admin', page: () => import('./pages/all-buyers.tsx') },
  { id: 'reported-items', path: '/dashboard/reportedItems', title: 'Reported Items', access: 'admin', page: () => import('./pages/reported-items.tsx') },
  {
    id: 'reported-reviews',
    path: '/dashboard/reportedReviews',
    title: 'Reported Reviews',
    access: 'admin',
    page: () => import('./pages/reported-reviews.tsx'),
  },
  {
    id: 'reported-conversations',
    path: '/dashboard/reportedConversations',
    title: 'Reported Messages',
    access: 'admin',
    page: () => import('./pages/reported-conversations.tsx'),
  },
  { id: 'review-queue', path: '/dashboard/reviewQueue', title: 'Review Queue', access: 'admin', page: () => import('./pages/review-queue.tsx') },
  { id: 'decisions', path: '/dashboard/decisions', title: 'Decisions', access: 'signed-in', page: () => import('./pages/decisions.tsx') },
  { id: 'removed-items', path: '/dashboard/removedItems', title: 'Removed Items', access: 'admin', page: () => import('./pages/removed-items.tsx') },
  { id: 'lost-phones', path: '/dashboard/lostPhones', title: 'Lost Phones', access: 'admin', page: () => import('./pages/lost-phones.tsx') },
  { id: 'operations', path: '/dashboard/operations', title: 'Operations', access: 'admin', page: () => import('./pages/operations.tsx') },
  { id: 'shop-settings', path: '/dashboard/shopSettings', title: 'Shop Settings', access: 'admin', page: () => import('./pages/shop-settings.tsx') },
  { id: 'lost-phone', path: '/dashboard/lostPhone', title: 'Lost Phone', access: 'signed-in', page: () => import('./pages/lost-phone.tsx') },
  { id: 'my-data', path: '/dashboard/myData', title: 'My Data', access: 'signed-in', page: () => import('./pages/my-data.tsx') },
  { id: 'security', path: '/dashboard/security', title: 'Security', access: 'signed-in', page: () => import('./pages/security.tsx') },
  { id: 'audit-log', path: '/dashboard/auditLog', title: 'Audit Log', access: 'admin', page: () => import('./pages/audit-log.tsx') },
  { id: 'problems', path: '/dashboard/problems', title: 'Problems', access: 'admin', page: () => import('./pages/problems.tsx') },
  { id: 'problem', path: '/dashboard/problems/:id', title: 'Problem', access: 'admin', page: () => import('./pages/problem.tsx') },
  { id: 'find', path: '/dashboard/find', title: 'Find', access: 'admin', page: () => import('./pages/find.tsx') },
  { id: 'person', path: '/dashboard/people/:id', title: 'Person', access: 'admin', page: () => import('./pages/person.tsx') },
  { id: 'admin-order', path: '/dashboard/adminOrders/:id', title: 'Order', access: 'admin', page: () => import('./pages/admin-order.tsx') },
  { id: 'payments', path: '/dashboard/payments', title: 'Payments', access: 'admin', page: () => import('./pages/payments.tsx') },
  { id: 'disputes', path: '/dashboard/disputes', title: 'Disputes', access: 'admin', page: () => import('./pages/disputes.tsx') },
  { id: 'order', path: '/dashboard/orders/:id', title: 'Order', access: 'signed-in', page: () => import('./pages/order.tsx') },
  { id: 'receipt', path: '/dashboard/receipt/:id', title: 'Receipt', access: 'signed-in', page: () => import('./pages/receipt.tsx') },
  { id: 'payment', path: '/dashboard/payment/:id', title: 'Payment', access: 'signed-in', page: () => import('./pages/payment.tsx') },
];

export const dashboardPages = PAGES.map(inBrowser);

function inBrowser(page: DashboardPage): SitePage {
  return { ...page, rendered: 'browser' };
}
