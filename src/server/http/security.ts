import type { FastifyInstance, FastifyReply } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';

/** Stripe's script needs itself, its frames for the card and for the bank's step, and its API. */
const STRIPE = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  calls: ['https://api.stripe.com'],
};
const NONE: typeof STRIPE = { scripts: [], frames: [], calls: [] };

type FirebaseHosts = { authDomain: string; emulatorHost?: string };
type Options = {
  dev: boolean;
  secure: boolean;
  cards: 'practice' | 'stripe';
  /** The other host pictures are loaded from, as a CSP source. */
  pictures: string | null;
  /** Firebase's hosts, when it handles login. */
  firebase: FirebaseHosts | undefined;
  /** Whether an outside provider handles login in a popup window. */
  opensWindows: boolean;
};

/**
 * Browser features that no page uses, disabled so that an injected script can't use them either. Only names browsers know; they warn about others.
 */
const UNUSED = ['accelerometer', 'display-capture', 'gyroscope', 'magnetometer', 'microphone', 'midi', 'usb'];

/** Files that browsers never show as a page: what restricts pages would only be a kilobyte more with each. */
const NO_PAGE = /^\/(?:assets|images)\/[\w./-]+\.(?:js|css|woff2|webp|avif|jpg|png)$/u;
const FOR_FILES = new Set(['cross-origin-resource-policy', 'strict-transport-security', 'x-content-type-options']);

declare module 'fastify' {
  interface FastifyInstance {
    secureReply(request: { url: string }, reply: FastifyReply): void;
    /** The same headers for replies to calls, in lower case. */
    secureHeaders: [name: string, value: string][];
  }
}

/** Adds the headers that restrict what the shop's pages may do in a browser. `secureReply` adds them to replies that bypass hooks. */
export function secureReplies(app: FastifyInstance, options: Options): void {
  const headers = headersFor(options);
  const forFiles = headers.filter(([name]) => FOR_FILES.has(name.toLowerCase()));
  app.decorate('secureReply', ({ url }: { url: string }, reply: FastifyReply) => {
    for (const [name, value] of NO_PAGE.test(url) ? forFiles : headers) reply.raw.setHeader(name, value);
  });
  app.decorate(
    'secureHeaders',
    headers.map(([name, value]) => [name.toLowerCase(), value]),
  );
  app.addHook('onRequest', (request, reply, done) => {
    app.secureReply(request, reply);
    done();
  });
}

/** Helmet's headers, computed once: they are the same for every reply. */
function headersFor(options: Options): [name: string, value: string][] {
  const headers: [string, string][] = [];
  const reply = { setHeader: (name: string, value: string) => headers.push([name, value]), removeHeader: () => {} };
  helmet(optionsFor(options))({} as never, reply as never, (error) => {
    if (error) throw error;
  });
  headers.push(['Permissions-Policy', permissionsFor(options)]);
  return headers;
}

function optionsFor({ dev, secure, cards, pictures, firebase, opensWindows }: Options): HelmetOptions {
  return {
    contentSecurityPolicy: dev
      ? false
      : { useDefaults: false, directives: directivesFor([cards === 'stripe' ? STRIPE : NONE, firebase ? firebaseSources(firebase) : NONE], pictures) },
    // A stricter value would cut the login window off from the page that waits for it.
    crossOriginOpenerPolicy: { policy: opensWindows ? 'same-origin-allow-popups' : 'same-origin' },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  };
}

function directivesFor(sources: (typeof STRIPE)[], pictures: string | null) {
  const [scripts, frames, calls] = [sources.flatMap((one) => one.scripts), sources.flatMap((one) => one.frames), sources.flatMap((one) => one.calls)];
  return {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", ...scripts],
    styleSrc: ["'self'"],
    // Toasts and dialogs position themselves by style attributes.
    styleSrcAttr: ["'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:', ...(pictures === null ? [] : [pictures])],
    connectSrc: ["'self'", ...calls],
    ...(frames.length > 0 && { frameSrc: frames }),
    formAction: ["'self'"],
    baseUri: ["'none'"],
    objectSrc: ["'none'"],
    frameAncestors: ["'none'"],
  };
}

/** Firebase's login needs its API and, for Google's window, a Google script and a frame of the project's own. */
function firebaseSources({ authDomain, emulatorHost }: FirebaseHosts): typeof STRIPE {
  return {
    scripts: ['https://apis.google.com'],
    frames: [`https://${authDomain}`, ...(emulatorHost ? [`http://${emulatorHost}`] : [])],
    calls: ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com', ...(emulatorHost ? [`http://${emulatorHost}`] : [])],
  };
}

/** A card provider's frame may request a payment. */
function permissionsFor({ cards }: Options): string {
  const payment = cards === 'stripe' ? 'payment=(self "https://js.stripe.com" "https://hooks.stripe.com")' : 'payment=()';
  // The order's page scans codes, and lists of phones can be sorted by distance.
  return [...UNUSED.map((name) => `${name}=()`), 'camera=(self)', 'geolocation=(self)', payment].join(', ');
}
