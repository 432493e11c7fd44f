/** Where several features' messages lead. */
export const OWN_LISTINGS = { path: '/dashboard/myProducts', label: 'View your phones' };
export const OWN_SALES = { path: '/dashboard/mySales', label: 'View your sales' };

/** Where a paid order's people see what comes next. */
export const orderLink = ({ id }: { id: string }) => ({ path: `/dashboard/orders/${id}`, label: 'View the order' });
