/** How many results of a search are looked through for a listing's place. In a file of its own, for the browser. */
export const RANKED_RESULTS = 500;
