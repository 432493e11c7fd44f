/** The classes of a link inside text: underlined lightly, and fully while pointed at. */
export const QUIET_LINK = 'underline decoration-line-strong underline-offset-4 hover:decoration-current';
