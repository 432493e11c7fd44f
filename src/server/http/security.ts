import type { FastifyHelmetOptions } from '@fastify/helmet';

/** The headers that tell a browser what a page of the shop may do. */
export const contentSecurity = ({ dev, secure }: { dev: boolean; secure: boolean }): FastifyHelmetOptions => ({
  global: true,
  contentSecurityPolicy: dev
    ? false
    : {
        useDefaults: false,
        directives: {
          defaultSrc: ["'self'"],
          scriptSrc: ["'self'"],
          styleSrc: ["'self'"],
          // Toasts and dialogs position themselves by style attributes.
          styleSrcAttr: ["'unsafe-inline'"],
          imgSrc: ["'self'", 'data:', 'blob:'],
          connectSrc: ["'self'"],
          formAction: ["'self'"],
          baseUri: ["'none'"],
          objectSrc: ["'none'"],
          frameAncestors: ["'none'"],
        },
      },
  strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  crossOriginResourcePolicy: { policy: 'same-origin' },
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
});
