/** A claim of the shop window, with the words below it and on its button. Where the button leads belongs to the slide's place. */
export type SlideText = { claim: string; text: string; button: string };

/** One of the three qualities that the shop promises. */
export type PromiseText = { qualityFeature: string; description: string };

/** What the shop window says while nobody has written anything else. */
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
  },
  {
    qualityFeature: 'Best quality',
    description: 'Every listing shows the condition, age and full specification, and a badge marks sellers we’ve verified.',
  },
  {
    qualityFeature: 'Free return',
    description: 'If the phone isn’t as described, say so when you meet and walk away. It won’t cost you anything.',
  },
];

/** The parts of the first page below the shop window, in the order of a new shop. */
export const SECTIONS = ['arrivals', 'brands', 'promises', 'offers'] as const;
export type SectionName = (typeof SECTIONS)[number];
