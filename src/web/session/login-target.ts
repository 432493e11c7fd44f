/** The roles a page can be for. */
export type Need = 'buyer' | 'seller' | 'admin';

/** What /login receives about the requested page. */
export type LoginState = { from: string; needs?: Need };

/** Returns the login address and the state to return from it: in the state, and in the address so that a reload keeps it. */
export function loginTarget(from: string, needs?: Need): { to: string; state: LoginState } {
  const state = { from, ...(needs && { needs }) };
  return { to: `/login?${new URLSearchParams(state)}`, state };
}
