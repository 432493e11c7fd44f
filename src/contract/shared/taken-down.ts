/** The name of a phone whose own isn't shown anymore. */
export const TAKEN_DOWN = 'A phone that was taken down';
