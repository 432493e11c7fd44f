/** How many recovery codes are left, and what to do when they are few. */
export const codesLeftInWords = (left: number): string => {
  if (left === 0) return 'No recovery codes are left. Make new ones on the Security page.';
  return left === 1 ? 'One recovery code is left.' : `${left} recovery codes are left.`;
};
