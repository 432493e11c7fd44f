import { z } from 'zod';
import type { Endpoint } from './shared/endpoint.ts';
import { SECTIONS } from './shared/shop-texts.ts';

/** What a browser may know of the shop's configuration. */
export const PublicConfig = z.object({
  shopName: z.string(),
  identity: z.object({
    kind: z.enum(['builtin', 'firebase']),
    /** Which Google sign-in serves: the real one, the demo shop's practice chooser, or none. */
    google: z.enum(['google', 'practice', 'none']),
    /** Another provider that one can sign in with, by the name on its button. */
    oidc: z.object({ name: z.string() }).optional(),
    /** What a browser needs to speak to Firebase Authentication; `emulatorHost` when an emulator takes its place. */
    firebase: z.object({ apiKey: z.string(), projectId: z.string(), authDomain: z.string(), emulatorHost: z.string().optional() }).optional(),
  }),
  payments: z.object({
    kind: z.enum(['practice', 'stripe']),
    publishableKey: z.string(),
    /** Where the practice provider's REST lives; Stripe's own when absent. */
    apiBase: z.string().optional(),
  }),
  images: z.object({
    kind: z.enum(['disk', 's3', 'imgbb']),
    /** What the addresses of pictures in a bucket begin with, when browsers read them there. */
    base: z.string().optional(),
  }),
  demo: z.boolean(),
  contact: z.object({ phone: z.string(), email: z.string() }),
  /** The three community sites, by the name a screen reader says. */
  community: z.array(z.object({ name: z.string(), url: z.string() })),
  // Only what an admin set: where one is missing, the shop is as it was made.
  /** The address of the picture that stands for the shop. */
  logo: z.string().optional(),
  /** The color of what is to be done next, `#rrggbb`. */
  accent: z.string().optional(),
  slides: z.array(z.object({ claim: z.string(), text: z.string(), button: z.string() })).optional(),
  promises: z.array(z.object({ qualityFeature: z.string(), description: z.string() })).optional(),
  /** The order of the first page's parts. */
  sections: z.array(z.enum(SECTIONS)).optional(),
  /** Brands without a phone on sale are not shown on the first page. */
  hideEmptyBrands: z.literal(true).optional(),
});
export type PublicConfig = z.infer<typeof PublicConfig>;

export const configCalls = {
  'GET /config': { summary: 'Returns the shop’s public settings.', access: 'anyone', rows: 'none', reply: PublicConfig },
} as const satisfies Record<string, Endpoint>;
