/** For how many days, including today, sellers see how many people viewed their number. */
export const CONTACT_DAYS = 7;
