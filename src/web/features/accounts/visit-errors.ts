/** What went wrong at a provider, by the identity service's code; few people load it. */
export const VISIT_ERRORS = new Map<string, (name: string) => string>(
  Object.entries({
    access_denied: (name) => `Logging in with ${name} was canceled.`,
    account_not_linked: (name) =>
      `There’s already an account with this email. Log in with its password. To use ${name} with it, verify the address both here, using the link we emailed you, and at ${name}.`,
    email_not_found: (name) => `${name} didn’t share your email address, which we need for your account. Allow it there, or sign up with a password.`,
    email_not_verified: (name) =>
      `Your email address isn’t verified at ${name}, so we couldn’t create your account. Verify it there and try again, or sign up with a password.`,
    provider_unreachable: (name) => `We couldn’t reach ${name}. Try again in a moment, or log in with your password.`,
    provider_troubled: (name) => `${name} is having problems right now. Try again in a moment, or log in with your password.`,
    proof_refused: (name) => `We couldn’t verify ${name}’s response, so you weren’t logged in. Please try again.`,
    sign_in_too_weak: (name) => `This shop requires two-factor authentication at ${name}. Use it there and try again.`,
    code_needed: () => 'This account has two-factor authentication turned on. Log in with its passkey, or with its password and a code.',
    not_for_practice: () => 'This account can’t use the demo login. Log in with its password.',
    state_mismatch: (name) => `Logging in with ${name} took too long or was started in another window. Please try again.`,
  } satisfies Record<string, (name: string) => string>),
);
