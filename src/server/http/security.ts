import type { FastifyHelmetOptions } from '@fastify/helmet';

/** What Stripe's script needs: itself, its frames for the card and for the bank's step, and its REST. */
const STRIPE = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  calls: ['https://api.stripe.com'],
};
const NONE: typeof STRIPE = { scripts: [], frames: [], calls: [] };

const directivesFor = ({ scripts, frames, calls }: typeof STRIPE, pictures: string | null) => ({
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
});

type Options = {
  dev: boolean;
  secure: boolean;
  cards: 'practice' | 'stripe';
  /** Where pictures are loaded from besides the shop. */
  pictures: string | null;
};

/** The headers that tell a browser what a page of the shop may do. */
export const contentSecurity = ({ dev, secure, cards, pictures }: Options): FastifyHelmetOptions => ({
  global: true,
  contentSecurityPolicy: dev ? false : { useDefaults: false, directives: directivesFor(cards === 'stripe' ? STRIPE : NONE, pictures) },
  strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  crossOriginResourcePolicy: { policy: 'same-origin' },
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
});
