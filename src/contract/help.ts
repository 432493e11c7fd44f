/** A help page; `description` is what search results and the list of help pages show. */
export type HelpTopic = { slug: string; title: string; description: string };

/** Every help page, in reading order. */
export const HELP_TOPICS = [
  {
    slug: 'how-it-works',
    title: 'How it works',
    description: 'Buying and selling a used phone here, step by step: book, pay by card, meet, check the phone, and try it at home.',
  },
  {
    slug: 'buyer-protection',
    title: 'Buyer protection',
    description: 'We hold your money until you have met the seller, checked the phone and had time to try it. When you get it back, and how.',
  },
  {
    slug: 'fees',
    title: 'Fees',
    description: 'What buying and selling a phone costs here, how the first-purchase discount works, and when sellers are paid.',
  },
  {
    slug: 'safety',
    title: 'Staying safe',
    description: 'How to meet, what to check before you take a phone, how to hand one over, and how to recognize fraud.',
  },
  {
    slug: 'contact',
    title: 'Contact',
    description: 'How to reach us by phone and email, and where to get help with an order faster.',
  },
] as const satisfies HelpTopic[];

export type HelpSlug = (typeof HELP_TOPICS)[number]['slug'];

export const helpPath = (slug: HelpSlug): string => `/help/${slug}`;

export const findHelpTopic = (slug: string): (typeof HELP_TOPICS)[number] | undefined => HELP_TOPICS.find((topic) => topic.slug === slug);
