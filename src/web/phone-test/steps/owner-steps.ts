import { fromBase64Url } from '#contract/handover-code.ts';
import { UntestableError } from '../stage.ts';
import { h, paragraph } from '../view.ts';
import { wait } from '../wait.ts';
import type { Step } from './step.ts';

/** What the browsers that hear volume keys and others call them. */
const HEARD_KEYS = ['AudioVolumeUp', 'AudioVolumeDown', 'VolumeUp', 'VolumeDown', 'Power', 'Camera', 'GoHome', 'GoBack', 'MediaPlayPause'];
const KEYS_MS = 5000;

export const buttons: Step<'buttons'> = {
  shows: 'the buttons that the browser hears work.',
  cannot: 'Most browsers hear none of them: then it counts as not testable.',
  isTestable: () => navigator.maxTouchPoints > 0,
  async run(stage) {
    await stage.ask([['Start', null]], paragraph('Press volume up and volume down while the page listens.'));
    const heard = new Set<string>();
    const list = h('ul', { class: 'grid gap-1 font-medium', role: 'status' });
    stage.say(paragraph('Press volume up, then volume down …', 'text-lg'), list);
    const both = new Promise<void>((resolve) => {
      const hear = ({ key }: KeyboardEvent): void => {
        if (!HEARD_KEYS.includes(key) || heard.has(key)) return;
        heard.add(key);
        list.append(h('li', {}, key));
        if (heard.size === 2) resolve();
      };
      window.addEventListener('keydown', hear, { signal: stage.signal });
    });
    await stage.during(Promise.race([both, wait(KEYS_MS)]));
    if (heard.size === 0) throw new UntestableError('missing', 'Buttons: this browser hears none of them.');
    return { keys: [...heard] };
  },
};

const BIOMETRICS_MS = 60_000;
/** In the flags of an authenticator's data: it recognized its user, by whatever it has. */
const USER_VERIFIED = 4;
const FLAGS_AT = 32;

export const biometrics: Step<'biometrics'> = {
  shows: 'the phone recognizes you by fingerprint, face or screen lock.',
  cannot: 'Doesn’t tell which of them it was. No fingerprint or face leaves the phone, and what it creates for the test logs in nowhere.',
  isTestable: () => 'PublicKeyCredential' in window,
  async run(stage, { challenge }) {
    const isHere = await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false);
    if (!isHere) throw new UntestableError('missing', 'Fingerprint or face: none is set up on this phone.');
    await stage.ask([['Use fingerprint or face', null]], paragraph('The phone asks for your fingerprint, face or screen lock.'));
    stage.say(paragraph('Follow what the phone asks …', 'text-lg'));
    const made = await stage.during(create(challenge));
    if (!made) throw new UntestableError('refused', 'Fingerprint or face: you didn’t use it, so this counts as not tested.');
    const flags = new Uint8Array(made.getAuthenticatorData())[FLAGS_AT] ?? 0;
    return { verified: (flags & USER_VERIFIED) !== 0 };
  },
};

/** Null when the person or the phone refuses. */
async function create(challenge: string): Promise<AuthenticatorAttestationResponse | null> {
  const publicKey: PublicKeyCredentialCreationOptions = {
    challenge: fromBase64Url(challenge),
    rp: { name: 'Phone test' },
    user: { id: crypto.getRandomValues(new Uint8Array(16)), name: 'Phone test', displayName: 'Phone test' },
    pubKeyCredParams: [-7, -257].map((alg) => ({ type: 'public-key', alg })),
    authenticatorSelection: { authenticatorAttachment: 'platform', userVerification: 'required', residentKey: 'discouraged' },
    timeout: BIOMETRICS_MS,
  };
  const made = await navigator.credentials.create({ publicKey }).catch(() => null);
  return made instanceof PublicKeyCredential ? (made.response as AuthenticatorAttestationResponse) : null;
}
