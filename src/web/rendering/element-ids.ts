/** The elements of a page's HTML that the browser needs: what React hydrates, and the data for it. */
export const ROOT_ID = 'root';
export const HYDRATION_ID = 'hydration';
