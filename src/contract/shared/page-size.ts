export const MAX_PAGE_SIZE = 100;
/** The page size of the site's own pages. */
export const SITE_PAGE_SIZE = 24;

/** The most phones in a comparison. */
export const MOST_COMPARED = 4;

/** The most phones that one request can save; a device without a login remembers as many. */
export const MOST_SAVED_AT_ONCE = 100;

/** How many of the phones looked at last a device remembers. */
export const MOST_VIEWED = 12;
