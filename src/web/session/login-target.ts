/** The roles a page can be for. */
export type Need = 'buyer' | 'seller' | 'admin';

/** What /login is told about where somebody came from. */
export type LoginState = { from: string; needs?: Need };

/** Where to sign in, and to come back from afterwards: in the state, and in the address so that a reload keeps it. */
export function loginTarget(from: string, needs?: Need): { to: string; state: LoginState } {
  const state = { from, ...(needs && { needs }) };
  return { to: `/login?${new URLSearchParams(state)}`, state };
}
