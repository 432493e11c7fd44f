/** A slide's headline, text and button. Where the button leads depends on the slide's position. */
export type SlideText = { claim: string; text: string; button: string };

/** One of the three promises the shop makes; `terms`: when it holds. */
export type PromiseText = { qualityFeature: string; description: string; terms?: string | undefined };

/** The slides' texts until an admin changes them. */
export const DEFAULT_SLIDES: SlideText[] = [
  {
    claim: 'A good phone for a fraction of its price',
    text: 'Well cared for, honestly described and ready for a second life with you.',
    button: 'Shop Now',
  },
  {
    claim: 'The phone in your drawer is worth something',
    text: 'List it in a few minutes, name your price, and meet a buyer near you.',
    button: 'Start selling',
  },
  {
    claim: 'Know who you’re buying from',
    text: 'Verified sellers have a badge, and every listing shows the full specification.',
    button: 'Find your brand',
  },
];

export const DEFAULT_PROMISES: PromiseText[] = [
  {
    qualityFeature: 'Fast delivery',
    description: 'Most sellers live near their buyers. Agree on a place, and the phone is yours within days.',
    terms: 'We don’t ship. You pick the phone up where you and the seller agree to meet.',
  },
  {
    qualityFeature: 'Best quality',
    description: 'Every listing shows the condition, age and full specification, and a badge marks sellers we’ve verified.',
    terms: 'Sellers describe their own phones. We don’t inspect them.',
  },
  {
    qualityFeature: 'Free return',
    description: 'If the phone isn’t as described, give it back and get all your money back. It won’t cost you anything.',
    terms: 'Report the problem while you have time to try the phone. Then the seller agrees to take it back, or we decide.',
  },
];

/** The home page's sections below the slides, in default order. */
export const SECTIONS = ['arrivals', 'brands', 'promises', 'offers'] as const;
export type SectionName = (typeof SECTIONS)[number];
