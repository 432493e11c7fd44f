export const MAX_PAGE_SIZE = 100;
/** What the site's own pages ask for. */
export const SITE_PAGE_SIZE = 24;
