const VISIT_ERRORS = new Map<string, (name: string) => string>(
  Object.entries({
    access_denied: (name) => `The sign-in with ${name} was cancelled.`,
    account_not_linked: (name) =>
      `There is an account with this e-mail address already. Log in with its password. To use ${name} for it from then on, the address must be verified on both sides: open the verification mail of the shop, and see that ${name} has verified the address too.`,
    email_not_found: (name) => `${name} told the shop no e-mail address, and without one there is no account here. Allow it there, or sign up with a password.`,
    email_not_verified: (name) =>
      `${name} has not verified that your e-mail address is yours, so no account was made. Verify it there and try again, or sign up with a password.`,
    provider_unreachable: (name) => `${name} can’t be reached right now. Nothing was changed; try again in a moment, or log in with your password.`,
    provider_troubled: (name) => `${name} has trouble right now. Nothing was changed; try again in a moment, or log in with your password.`,
    proof_refused: (name) => `What came back from ${name} doesn’t prove who you are, so nobody was signed in. Please try again.`,
    sign_in_too_weak: (name) => `${name} signed you in by less than this shop asks for, such as a password alone. Use your second factor there, and try again.`,
    code_needed: () => 'This account asks for a code or a passkey, too. Log in with its passkey, or with its password here; then you are asked for it.',
    state_mismatch: (name) => `The sign-in with ${name} took too long, or began in another window. Please try again.`,
  } satisfies Record<string, (name: string) => string>),
);

/** What went wrong at a provider, in a sentence; `reason` is the identity service's word for it. */
export const visitSentence = (reason: string, name: string): string =>
  VISIT_ERRORS.get(reason)?.(name) ?? `The sign-in with ${name} didn’t work. Please try again.`;
