/** Whether a text has these digits on their own: within a random hash, they may be there by chance. */
export const mentions = (text: string, digits: string): boolean => new RegExp(`(?<![\\da-z])${digits}(?![\\da-z])`, 'iu').test(text);
