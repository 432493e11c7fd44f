export const MAX_PAGE_SIZE = 100;
/** What the site's own pages ask for. */
export const SITE_PAGE_SIZE = 24;

/** So many phones stand side by side at the most. */
export const MOST_COMPARED = 4;
