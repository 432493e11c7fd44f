import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import { noteAccount, noteFault, OidcFault } from '../oidc/faults.ts';
import { PRACTICE_GOOGLE_CLIENT, PRACTICE_GOOGLE_PREFIX, type PracticeGoogle } from './practice-google.ts';

/** Placeholder for the current host, which is only known at the request. */
const CHOOSER_ORIGIN = 'http://practice.invalid';

/** Points the redirect at the chooser on the current host. */
export async function withLocalChooser(response: Response, request: Request): Promise<Response> {
  const location = response.headers.get('location');
  const { origin } = new URL(request.url);
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  if (location) headers.set('location', location.replace(CHOOSER_ORIGIN, origin));
  return new Response((await response.text()).replace(CHOOSER_ORIGIN, origin), { status: response.status, headers });
}

/** Practice Google as a better-auth provider. */
export function practiceProvider(google: PracticeGoogle) {
  return genericOAuth({
    config: [
      {
        providerId: 'google',
        name: 'Practice Google',
        clientId: PRACTICE_GOOGLE_CLIENT,
        authorizationUrl: `${CHOOSER_ORIGIN}${PRACTICE_GOOGLE_PREFIX}/authorize`,
        scopes: ['email', 'profile'],
        getToken: async ({ code, codeVerifier, redirectURI }) => ({ accessToken: await google.exchange(code, codeVerifier ?? '', redirectURI) }),
        getUserInfo: async ({ accessToken }) => {
          const profile = await google.profile(accessToken ?? '');
          if (profile === null) {
            noteFault(new OidcFault('not_for_practice', 'the practice login is not for admins'));
            return null;
          }
          noteAccount({ providerId: 'google', accountId: profile.sub });
          return { id: profile.sub, email: profile.email, emailVerified: profile.email_verified, name: profile.name };
        },
      },
    ],
  });
}
