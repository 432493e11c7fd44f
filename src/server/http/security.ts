import type { FastifyHelmetOptions } from '@fastify/helmet';

/** What Stripe's script needs: itself, its frames for the card and for the bank's step, and its REST. */
const STRIPE = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  calls: ['https://api.stripe.com'],
};
const NONE: typeof STRIPE = { scripts: [], frames: [], calls: [] };

/** What Firebase's sign-in needs: its REST, and for Google's window a script of Google's and a frame of the project's own. */
const firebaseSources = ({ authDomain, emulatorHost }: FirebaseHosts): typeof STRIPE => ({
  scripts: ['https://apis.google.com'],
  frames: [`https://${authDomain}`, ...(emulatorHost ? [`http://${emulatorHost}`] : [])],
  calls: ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com', ...(emulatorHost ? [`http://${emulatorHost}`] : [])],
});

const directivesFor = (sources: (typeof STRIPE)[]) => {
  const [scripts, frames, calls] = [sources.flatMap((one) => one.scripts), sources.flatMap((one) => one.frames), sources.flatMap((one) => one.calls)];
  return {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", ...scripts],
    styleSrc: ["'self'"],
    // Toasts and dialogs position themselves by style attributes.
    styleSrcAttr: ["'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    connectSrc: ["'self'", ...calls],
    ...(frames.length > 0 && { frameSrc: frames }),
    formAction: ["'self'"],
    baseUri: ["'none'"],
    objectSrc: ["'none'"],
    frameAncestors: ["'none'"],
  };
};

type FirebaseHosts = { authDomain: string; emulatorHost?: string };
type Options = {
  dev: boolean;
  secure: boolean;
  cards: 'practice' | 'stripe';
  /** Where Firebase is, when it signs people in. */
  firebase: FirebaseHosts | undefined;
  /** Somebody else than the shop signs people in, in a window that the shop opens. */
  opensWindows: boolean;
};

/** The headers that tell a browser what a page of the shop may do. */
export const contentSecurity = ({ dev, secure, cards, firebase, opensWindows }: Options): FastifyHelmetOptions => ({
  global: true,
  contentSecurityPolicy: dev
    ? false
    : { useDefaults: false, directives: directivesFor([cards === 'stripe' ? STRIPE : NONE, firebase ? firebaseSources(firebase) : NONE]) },
  // Stricter, and the window of a sign-in would be cut off from the page that waits for it.
  crossOriginOpenerPolicy: { policy: opensWindows ? 'same-origin-allow-popups' : 'same-origin' },
  strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  crossOriginResourcePolicy: { policy: 'same-origin' },
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
});
