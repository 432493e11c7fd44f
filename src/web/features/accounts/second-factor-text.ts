/** Returns how many recovery codes are left, and what to do when they are few. */
export function describeCodesLeft(left: number): string {
  if (left === 0) return 'You have no recovery codes left. Create new ones on the Security page.';
  return left === 1 ? '1 recovery code left.' : `${left} recovery codes left.`;
}
