export const MAX_PAGE_SIZE = 100;
/** The page size of the site's own pages. */
export const SITE_PAGE_SIZE = 24;

/** The most phones in a comparison. */
export const MOST_COMPARED = 4;
