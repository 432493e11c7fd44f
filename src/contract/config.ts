import { z } from 'zod';
import { DiscountTerms } from './first-purchase.ts';
import { FeeTerms } from './seller-fee.ts';
import type { Endpoint } from './shared/endpoint.ts';
import { SECTIONS } from './shared/shop-texts.ts';

/** The configuration that browsers may see. */
export const PublicConfig = z.object({
  shopName: z.string(),
  identity: z.object({
    kind: z.enum(['builtin', 'firebase']),
    /** Google login: the real one, the demo shop's practice chooser, or none. */
    google: z.enum(['google', 'practice', 'none']),
    /** Another login provider, by the name on its button. */
    oidc: z.object({ name: z.string() }).optional(),
    /** The settings of Firebase Authentication; `emulatorHost` when an emulator replaces it. */
    firebase: z.object({ apiKey: z.string(), projectId: z.string(), authDomain: z.string(), emulatorHost: z.string().optional() }).optional(),
  }),
  payments: z.object({
    kind: z.enum(['practice', 'stripe']),
    publishableKey: z.string(),
    /** The address of the practice provider's API; Stripe's own when absent. */
    apiBase: z.string().optional(),
  }),
  /** How sellers get their money: by a service, or by hand. */
  payouts: z.object({ kind: z.enum(['practice', 'stripe', 'by-hand']) }),
  images: z.object({
    kind: z.enum(['disk', 's3', 'imgbb']),
    /** The prefix of addresses of pictures in a bucket, when browsers load them from there. */
    base: z.string().optional(),
  }),
  demo: z.boolean(),
  contact: z.object({ phone: z.string(), email: z.string() }),
  /** The three community sites, with the names that screen readers announce. */
  community: z.array(z.object({ name: z.string(), url: z.string() })),
  // Set only if an admin changed them; otherwise the defaults apply.
  /** The address of the shop's logo. */
  logo: z.string().optional(),
  /** The accent color, `#rrggbb`. */
  accent: z.string().optional(),
  slides: z.array(z.object({ claim: z.string(), text: z.string(), button: z.string() })).optional(),
  promises: z.array(z.object({ qualityFeature: z.string(), description: z.string(), terms: z.string().optional() })).optional(),
  /** The order of the home page's sections. */
  sections: z.array(z.enum(SECTIONS)).optional(),
  /** Hides brands without a phone on sale from the home page. */
  hideEmptyBrands: z.literal(true).optional(),
  /** How many hours a buyer has to check a phone after the handover. */
  inspectionHours: z.int().positive(),
  /** The discount on a person's first purchase; absent when there is none. */
  firstPurchase: DiscountTerms.optional(),
  /** What the shop takes off a sale when it pays the seller; absent when nothing. */
  sellerFee: FeeTerms.optional(),
});
export type PublicConfig = z.infer<typeof PublicConfig>;

export const configCalls = {
  'GET /config': { summary: 'Returns the shop’s public settings.', access: 'anyone', rows: 'none', reply: PublicConfig },
} as const satisfies Record<string, Endpoint>;
