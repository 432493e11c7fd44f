/** What a list of phones can be narrowed to by their sellers' answers about the condition. In a file of its own, for public pages. */
export const CONDITION_CHECKS = {
  battery90: 'Battery health 90% or more',
  battery80: 'Battery health 80% or more',
  noScratches: 'Screen without scratches',
  noCracks: 'Screen not cracked',
  bodyLikeNew: 'Back and frame like new',
  noDents: 'Back and frame without dents',
  bodyWhole: 'Back and frame not cracked or bent',
  allWorks: 'Everything works',
  neverRepaired: 'Never repaired',
  neverElsewhere: 'Never repaired, or by the maker',
  boxed: 'With box and charger',
  withCharger: 'With charger or cable',
} as const;

export type ConditionCheck = keyof typeof CONDITION_CHECKS;
export const CONDITION_CHECK_KEYS = Object.keys(CONDITION_CHECKS) as ConditionCheck[];
