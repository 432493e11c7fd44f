/** For how many days, today included, a seller is told how many people saw their number. */
export const CONTACT_DAYS = 7;
