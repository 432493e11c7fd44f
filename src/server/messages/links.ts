/** Where several features' messages lead. */
export const OWN_LISTINGS = { path: '/dashboard/myProducts', label: 'View your phones' };
export const OWN_SALES = { path: '/dashboard/mySales', label: 'View your sales' };
